import type { Target, TargetList } from '#contract/monitor/monitor.ts';

type Groups = TargetList['sensors'] | TargetList['devices'];

/** The channels to draw: the chosen ones that still exist, or the default. */
export function chosenSeries(
  targets: TargetList,
  wanted: { sensors?: readonly number[] | undefined; devices?: readonly number[] | undefined },
): { sensors: number[]; devices: number[] } {
  return {
    sensors: knownOf(wanted.sensors, targets.sensors) ?? firstChoice(targets.sensors[0]?.devices ?? []),
    devices: knownOf(wanted.devices, targets.devices) ?? [],
  };
}

/** An old link may name deleted channels, which no chip could deselect. */
function knownOf(chosen: readonly number[] | undefined, groups: Groups): number[] | undefined {
  const known = new Set(groups.flatMap(({ devices }) => devices.map(({ index }) => index)));
  return chosen?.filter((index) => known.has(index));
}

/** The default channels of a house: temperatures and humidities. */
export function firstChoice(channels: readonly Target[]): number[] {
  return channels.filter(({ type }) => type === 'TEMPERATURE' || type === 'HUMIDITY').map(({ index }) => index);
}
