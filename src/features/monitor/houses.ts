import type { Target, TargetList } from '#contract/monitor/monitor.ts';

/** The sensors and actuators of a house. */
export type House = { areaName: string; channels: readonly Target[] };

/** Channels with the same name and type, in one house or several: one chip. */
type Kind = Pick<Target, 'type' | 'name'> & { key: string; indexes: number[] };

/** The houses of a farm in the order of its list, each with its sensors before its equipment. */
export function housesOf({ sensors, devices }: TargetList): House[] {
  const names = [...new Set([...sensors, ...devices].map(({ areaName }) => areaName))];
  return names.map((areaName) => ({
    areaName,
    channels: [...sensors, ...devices].filter((group) => group.areaName === areaName).flatMap((group) => group.devices),
  }));
}

/** The kinds of these houses, in the order of first appearance. */
export function kindsOf(houses: readonly House[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { index, type, name } of houses.flatMap(({ channels }) => channels)) {
    const key = `${type} ${name}`;
    const kind = kinds.get(key) ?? { key, type, name, indexes: [] };
    kind.indexes.push(index);
    kinds.set(key, kind);
  }
  return [...kinds.values()];
}

/**
 * The channels of a house that correspond to the chosen ones: same name and type, or all of the type if the names
 * differ.
 */
export function counterparts(chosen: readonly Target[], { channels }: House): number[] {
  const isSame = (one: Target) => (other: Target) => one.type === other.type && one.name === other.name;
  const meant = chosen.flatMap((one) => {
    const same = channels.filter(isSame(one));
    return same.length > 0 ? same : channels.filter(({ type }) => type === one.type);
  });
  return [...new Set(meant.map(({ index }) => index))];
}
