import type { HumidityTargets } from '#contract/monitor/humidity.ts';

/** The sensor in the URL, or the first; undefined without any. */
export function chosenSensor(targets: HumidityTargets, wanted: number | undefined) {
  const sensors = targets.sensors.flatMap((group) => group.devices);
  return sensors.find(({ index }) => index === wanted) ?? sensors[0];
}
