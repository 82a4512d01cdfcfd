import type { MonitorRecord, Target, TargetList } from '#contract/monitor/monitor.ts';
import { type ChannelTypeName, isActuator } from '#contract/series/sensor-types.ts';
import { housesOf } from '../houses.ts';

/** What a month is drawn of, in the order of the specification's charts; then what else it names. */
const monthTypes: readonly ChannelTypeName[] = [
  'TEMPERATURE',
  'HUMIDITY',
  'SOIL_MOISTURE',
  'FLOW_RATE',
  'SOIL_TEMPERATURE',
  'MWATER',
  'WATER',
  'PUMP',
];

/** A house with the channels a month is drawn of, by type in their order. */
export type MonthHouse = { areaName: string; byType: { type: ChannelTypeName; channels: Target[] }[] };

/** The houses in which there is something to draw. */
export function monthHouses(targets: TargetList): MonthHouse[] {
  return housesOf(targets).flatMap(({ areaName, channels }) => {
    const byType = monthTypes.flatMap((type) => {
      const alike = channels.filter((channel) => channel.type === type);
      return alike.length > 0 ? [{ type, channels: alike }] : [];
    });
    return byType.length > 0 ? [{ areaName, byType }] : [];
  });
}

/** As the record call wants them: sensors and actuators apart. */
export function askedOf(channels: readonly Target[]): { sensors: number[]; devices: number[] } {
  const indexes = (of: readonly Target[]) => of.map(({ index }) => index);
  return {
    sensors: indexes(channels.filter(({ type }) => !isActuator(type))),
    devices: indexes(channels.filter(({ type }) => isActuator(type))),
  };
}

/** Whether the month has a single reading. */
export function hasReadings({ data }: MonitorRecord): boolean {
  return [...data.sensorGraph, ...data.deviceGraph].some(({ points }) => points.length > 0);
}
