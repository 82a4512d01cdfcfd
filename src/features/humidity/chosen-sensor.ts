import type { HumidityTargets } from '#contract/monitor/humidity.ts';

/** The sensor of the address, or the first; undefined where there is none. */
export function chosenSensor(targets: HumidityTargets, wanted: number | undefined) {
  const sensors = targets.sensors.flatMap((group) => group.devices);
  return sensors.find(({ index }) => index === wanted) ?? sensors[0];
}
