import * as z from 'zod/mini';
import { instant } from '../wire/instant.ts';

/** Layers of a decision in order of priority; the first one that applies decides. */
const layers = ['lock', 'trip', 'frost', 'interlock', 'override', 'rule', 'rest'] as const;
export type Layer = (typeof layers)[number];

export const outcomes = [
  'started',
  'stopped',
  'kept',
  'blocked',
  'yielded',
  'waiting',
  'skipped',
  'suspended',
  'resumed',
  'noted',
] as const;
export type Outcome = (typeof outcomes)[number];

/** One code for each reason; decision-text.ts has its sentence. */
export const reasons = [
  // Layers above the rules.
  'STOPPED_ALL',
  'LOCKED_OUT',
  'TRIPPED',
  'FROST',
  'INTERLOCK',
  'INTERLOCK_OFF',
  'BY_HAND',
  'OTHER_RULE',
  'NOT_COMMANDED',
  'REST',
  'GUARDED',
  'LOCAL',
  // About the farm as a whole: the server's clock was set.
  'CLOCK_AHEAD',
  'CLOCK_BACK',
  // Sending the command.
  'STATE_UNKNOWN',
  'MIN_ON',
  'MIN_OFF',
  'HOLD',
  'STARTS_PER_HOUR',
  'DAILY_MAX',
  'DAY_TOO_SHORT',
  'LONGEST_RUN',
  'CLOCK',
  'REFUSED',
  'EXPIRED',
  'UNPROVED',
  // Rules of every family.
  'WATCHED',
  'FLAPPING',
  'CALM',
  'OUTSIDE_TIME',
  'SENSOR_SILENT',
  'SENSOR_DOUBTED',
  // Watering.
  'DUE',
  'DUE_CUT',
  'QUEUED',
  'SOAKING',
  'GIVEN',
  'GIVEN_BY_TIME',
  'TAKEN',
  'LATE',
  'WAITED_TOO_LONG',
  'HAND_WAITED',
  'DELAYED',
  'RAIN',
  'RAIN_UNKNOWN',
  'COLD',
  'AIR_UNKNOWN',
  'WATER_SAVING',
  'NO_AMOUNT',
  'FLOW_UNKNOWN',
  'RULE_CHANGED',
  'ENDED_ELSEWHERE',
  'NEVER_OPENED',
  'MOIST',
  'DRY_TOO_SHORT',
  'DRY',
  'DRY_STILL',
  'REACHED',
  'PULSES_USED',
  'RESTING',
  'RULE_DAILY_MAX',
  'NO_RISE',
  'PROBES_DIFFER',
  // Heating.
  'HEAT_BELOW',
  'HEATING',
  'HEAT_REACHED',
  'HEAT_ENOUGH',
  // Carbon dioxide.
  'CO2_LOW',
  'DOSING',
  'CO2_ENOUGH',
  'CO2_HIGH',
  'VENT_OPEN',
  'TOO_DARK',
  'OUTSIDE_COLD',
  'OUTSIDE_UNKNOWN',
  'MIXING',
  'AIRING',
  // Positions.
  'BEYOND_TARGET',
  'AT_TARGET',
  'CONDITION_MET',
  'CONDITION_UNMET',
  'CONDITION_UNKNOWN',
  'COOLDOWN',
  'USED_UP_TODAY',
] as const;
export type Reason = (typeof reasons)[number];

/** Names by which the sentences look up the figures of a decision. */
export const figureNames = [
  'temperature',
  'humidity',
  'vpd',
  'soilTemperature',
  'soilMoisture',
  'flow',
  'co2',
  'rain',
  'wind',
  'hoursUnmeasured',
  'hoursUnforecast',
  'litres',
  'minutes',
  'pulses',
  // What a target rule measured, in lines of earlier versions.
  'level',
  'spread',
  'rise',
  'target',
  // Where a motor was sent, %.
  'position',
  'count',
  'until',
] as const;
export type FigureName = (typeof figureNames)[number];

const figure = z.object({
  name: z.enum(figureNames),
  /** Epoch ms for `until`. */
  value: z.number(),
  /** Time of measurement; null for a figure that is counted. */
  at: z.nullable(instant),
  /** The limit it is compared with, in the same unit; null without one. */
  limit: z.nullable(z.number()),
});
export type Figure = z.infer<typeof figure>;

/** One log entry. It is written only when the outcome or the reason of a rule for an actuator changes. */
export const decisionRow = z.object({
  at: instant,
  /** UUID; null for a decision that no rule asked for. */
  rule: z.nullable(z.string()),
  /** Index of the actuator; null when it concerns the rule as a whole. */
  actuator: z.nullable(z.number()),
  layer: z.enum(layers),
  outcome: z.enum(outcomes),
  reason: z.enum(reasons),
  figures: z.array(figure),
  /**
   * The cause by name: an interlock, another rule, a sensor, the person who locked, or the controller's refusal code.
   */
  by: z.nullable(z.string()),
});
export type DecisionRow = z.infer<typeof decisionRow>;

/** Reasons that last until the next day. */
const dayLimits: readonly string[] = ['DAILY_MAX', 'DAY_TOO_SHORT', 'RULE_DAILY_MAX'] satisfies Reason[];

/** Whether the state lasts until a person acts, or until the next day. */
export function needsPerson({ outcome, reason }: { outcome: string; reason: string }): boolean {
  return outcome === 'suspended' || dayLimits.includes(reason);
}
