import type { MonitorRecord, Target, TargetList } from '#contract/monitor/monitor.ts';
import { type ChannelTypeName, isActuator } from '#contract/series/sensor-types.ts';
import { housesOf } from '../houses.ts';

/** The types of the month charts, in the order of the specification; then further ones that it names. */
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

/** A house with its channels for the month charts, by type in order. */
export type MonthHouse = { areaName: string; byType: { type: ChannelTypeName; channels: Target[] }[] };

/** The houses with channels to draw. */
export function monthHouses(targets: TargetList): MonthHouse[] {
  return housesOf(targets).flatMap(({ areaName, channels }) => {
    const byType = monthTypes.flatMap((type) => {
      const alike = channels.filter((channel) => channel.type === type);
      return alike.length > 0 ? [{ type, channels: alike }] : [];
    });
    return byType.length > 0 ? [{ areaName, byType }] : [];
  });
}

/** Sensors and actuators separately, as the record call takes them. */
export function askedOf(channels: readonly Target[]): { sensors: number[]; devices: number[] } {
  const indexes = (of: readonly Target[]) => of.map(({ index }) => index);
  return {
    sensors: indexes(channels.filter(({ type }) => !isActuator(type))),
    devices: indexes(channels.filter(({ type }) => isActuator(type))),
  };
}

/** Whether the month has any reading. */
export function hasReadings({ data }: MonitorRecord): boolean {
  return [...data.sensorGraph, ...data.deviceGraph].some(({ points }) => points.length > 0);
}
