import type { Target, TargetList } from '#contract/monitor/monitor.ts';

type Groups = TargetList['sensors'] | TargetList['devices'];

/** What is drawn: of what was chosen whatever still exists, or the first choice before anybody has chosen. */
export function chosenSeries(
  targets: TargetList,
  wanted: { sensors?: readonly number[] | undefined; devices?: readonly number[] | undefined },
): { sensors: number[]; devices: number[] } {
  return {
    sensors: knownOf(wanted.sensors, targets.sensors) ?? firstChoice(targets.sensors[0]?.devices ?? []),
    devices: knownOf(wanted.devices, targets.devices) ?? [],
  };
}

/** An old link may name what is gone, which no chip could take away again. */
function knownOf(chosen: readonly number[] | undefined, groups: Groups): number[] | undefined {
  const known = new Set(groups.flatMap(({ devices }) => devices.map(({ index }) => index)));
  return chosen?.filter((index) => known.has(index));
}

/** What of a house is drawn before anybody has chosen: its temperatures and humidities. */
export function firstChoice(channels: readonly Target[]): number[] {
  return channels.filter(({ type }) => type === 'TEMPERATURE' || type === 'HUMIDITY').map(({ index }) => index);
}
