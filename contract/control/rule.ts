import * as z from 'zod/mini';
import { leavesOf, sensorsAskedBy } from './condition.ts';
import { type ReservationComposite, reservationComposite } from './reservation-composite.ts';
import { type ReservationGhg, reservationGhg } from './reservation-ghg.ts';
import { type ReservationTarget, reservationTarget } from './reservation-target.ts';
import { type WaterSensor, waterSensor } from './water-sensor.ts';
import { type WaterTime, waterTime } from './water-time.ts';

/** In the order in which they go before each other at the same priority. */
export const ruleFamilies = [
  'reservation-composite',
  'reservation-target',
  'reservation-ghg',
  'water-sensor',
  'water-time',
] as const;
export type RuleFamily = (typeof ruleFamilies)[number];

export type RuleFields = ReservationComposite | ReservationTarget | ReservationGhg | WaterSensor | WaterTime;

/** The form of a rule of any family, told by `family`. */
export const ruleFields = z.discriminatedUnion('family', [
  reservationComposite,
  reservationTarget,
  reservationGhg,
  waterSensor,
  waterTime,
]);

/** A rule of a farm as the engine and the screens know it. */
export type Rule<Fields extends RuleFields = RuleFields> = {
  /** UUID. */
  id: string;
  /** Epoch ms; of two rules that want the same the older goes first. */
  createdAt: number;
  fields: Fields;
};

/** The channels that a rule moves by itself; what they need upstream follows them. */
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

/** The sensors that a rule reads by name; those of its house that an indicator asks for are not among them. */
export function sensorsReadBy(rule: RuleFields): number[] {
  switch (rule.family) {
    case 'water-time':
      return [];
    case 'water-sensor':
    case 'reservation-target':
      return rule.sensors;
    case 'reservation-composite':
      return [...new Set(leavesOf(rule.when).flatMap(({ condition }) => sensorsAskedBy(condition)))];
    case 'reservation-ghg':
      return [...rule.co2Sensors, ...(rule.lightSensor === null ? [] : [rule.lightSensor])];
  }
}
