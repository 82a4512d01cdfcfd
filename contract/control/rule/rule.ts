import * as z from 'zod/mini';
import { leavesOf, sensorsAskedBy } from './condition.ts';
import { type ReservationComposite, reservationComposite } from './reservation-composite.ts';
import { type ReservationGhg, reservationGhg } from './reservation-ghg.ts';
import { type ReservationTarget, reservationTarget } from './reservation-target.ts';
import { type WaterSensor, waterSensor } from './water-sensor.ts';
import { type WaterTime, waterTime } from './water-time.ts';

/** In order of priority between rules with the same priority number. */
export const ruleFamilies = [
  'reservation-composite',
  'reservation-target',
  'reservation-ghg',
  'water-sensor',
  'water-time',
] as const;
export type RuleFamily = (typeof ruleFamilies)[number];

export type RuleFields = ReservationComposite | ReservationTarget | ReservationGhg | WaterSensor | WaterTime;

/** The form of a rule of any family, discriminated by `family`. */
export const ruleFields = z.discriminatedUnion('family', [
  reservationComposite,
  reservationTarget,
  reservationGhg,
  waterSensor,
  waterTime,
]);

/** A rule of a farm as the engine and the screens use it. */
export type Rule<Fields extends RuleFields = RuleFields> = {
  /** UUID. */
  id: string;
  /** Epoch ms; when two rules want the same, the older one has priority. */
  createdAt: number;
  fields: Fields;
};

/** Channels that a rule moves itself, without the upstream equipment that follows them. */
export function channelsMovedBy(rule: RuleFields): number[] {
  switch (rule.family) {
    case 'water-time':
    case 'water-sensor':
      return rule.steps.map(({ valve }) => valve);
    case 'reservation-target':
      return rule.actuators;
    case 'reservation-composite':
      return [...new Set(rule.actions.map(({ channel }) => channel))];
    case 'reservation-ghg':
      return [...(rule.does === 'air' ? [] : rule.supplies), ...(rule.does === 'dose' ? [] : rule.vents)];
  }
}

/** Sensors that a rule names, without those that an indicator reads from the house. */
export function sensorsReadBy(rule: RuleFields): number[] {
  return [...new Set(sensorGroupsOf(rule).flat())];
}

/** The same sensors as they are combined: a value is known while at least half of its group is fresh. */
export function sensorGroupsOf(rule: RuleFields): number[][] {
  switch (rule.family) {
    case 'water-time':
      return [];
    case 'water-sensor':
      return [rule.sensors];
    case 'reservation-target':
      // Two quantities, of which each is combined for itself.
      return rule.measure === 'VPD' ? rule.sensors.map((sensor) => [sensor]) : [rule.sensors];
    case 'reservation-composite':
      return leavesOf(rule.when)
        .map(({ condition }) => sensorsAskedBy(condition))
        .filter((group) => group.length > 0);
    case 'reservation-ghg':
      return [rule.co2Sensors, ...(rule.lightSensor === null ? [] : [[rule.lightSensor]])];
  }
}
