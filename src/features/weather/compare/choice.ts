import type { Target, TargetList } from '#contract/monitor/monitor.ts';
import { byTypeOrder, type ChannelTypeName } from '#contract/series/sensor-types.ts';
import type { WeatherStation } from '#contract/weather/weather.ts';

/** A station and its sensor of the chosen type. */
type Outside = { station: WeatherStation; sensor: Target };

/** The sensors that are compared. */
export type Choice = {
  type: ChannelTypeName;
  /** All types measured by any station, in chart order. */
  types: readonly ChannelTypeName[];
  /** Sensors of the chosen type in the houses of the farm. */
  houses: readonly Target[];
  /** The one that is drawn; undefined if no house has one. */
  house: Target | undefined;
  /** The stations that measure it, in list order. */
  outsides: readonly [Outside, ...Outside[]];
  /** The station with which the house is compared. */
  against: Outside;
};

/** The choice in the URL; invalid parts are ignored. */
export type Wanted = { of?: string | undefined; house?: number | undefined; against?: string | undefined };

/** The choice to show; null if no station has readings. The farm's own station is preferred, because it is nearest. */
export function choiceOf(targets: TargetList, stations: readonly WeatherStation[], wanted: Wanted): Choice | null {
  const measured = new Set(stations.flatMap(({ sensors }) => sensors.map(({ type }) => type)));
  const types = [...measured].sort(byTypeOrder);
  const type = types.find((one) => one === wanted.of) ?? types[0];
  const [first, ...others] = stations.flatMap((station) => {
    const sensor = station.sensors.find((one) => one.type === type);
    return sensor ? [{ station, sensor }] : [];
  });
  if (!type || !first) return null;
  const outsides = [first, ...others] as const;
  const ofKind = (kind: string | undefined) => outsides.find(({ station }) => station.kind === kind);
  const houses = targets.sensors.flatMap(({ devices }) => devices).filter((target) => target.type === type);
  return {
    type,
    types,
    houses,
    house: houses.find(({ index }) => index === wanted.house) ?? houses[0],
    outsides,
    against: ofKind(wanted.against) ?? ofKind('own') ?? first,
  };
}

/** The sensors of a choice, as the record call takes them. */
export function sensorsOf({ house, outsides }: Choice): number[] {
  return [...(house ? [house.index] : []), ...outsides.map(({ sensor }) => sensor.index)];
}
