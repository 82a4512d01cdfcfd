import * as z from 'zod/mini';
import { instant } from '../wire/instant.ts';

/** Which step of the ladder decided; the first that speaks wins. */
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
] as const;
export type Outcome = (typeof outcomes)[number];

/** Why, one word a reason; decision-text.ts has the sentence of each. */
export const reasons = [
  // The ladder.
  'STOPPED_ALL',
  'LOCKED_OUT',
  'TRIPPED',
  'FROST',
  'INTERLOCK',
  'BY_HAND',
  'OTHER_RULE',
  'NOT_COMMANDED',
  'REST',
  'GUARDED',
  // On the way to the equipment.
  'STATE_UNKNOWN',
  'MIN_ON',
  'MIN_OFF',
  'HOLD',
  'STARTS_PER_HOUR',
  'DAILY_MAX',
  'CLOCK',
  'REFUSED',
  'EXPIRED',
  'UNPROVED',
  // Any rule.
  'WATCHED',
  'OUTSIDE_TIME',
  'SENSOR_SILENT',
  'SENSOR_DOUBTED',
  // Water.
  'DUE',
  'QUEUED',
  'SOAKING',
  'GIVEN',
  'GIVEN_BY_TIME',
  'TAKEN',
  'LATE',
  'WAITED_TOO_LONG',
  'DELAYED',
  'RAIN',
  'COLD',
  'AIR_UNKNOWN',
  'WATER_SAVING',
  'NO_AMOUNT',
  'RULE_CHANGED',
  'ENDED_ELSEWHERE',
  'NEVER_OPENED',
  'MOIST',
  'DRY_TOO_SHORT',
  'DRY',
  'REACHED',
  'PULSES_USED',
  'RESTING',
  'RULE_DAILY_MAX',
  'NO_RISE',
  'PROBES_DIFFER',
  // Heat.
  'HEAT_BELOW',
  'HEAT_REACHED',
  // Carbon dioxide.
  'CO2_LOW',
  'CO2_ENOUGH',
  'CO2_HIGH',
  'VENT_OPEN',
  'TOO_DARK',
  'MIXING',
  'AIRING',
  // Levels.
  'BEYOND_TARGET',
  'AT_TARGET',
  'CONDITION_MET',
  'CONDITION_UNMET',
  'CONDITION_UNKNOWN',
  'COOLDOWN',
  'USED_UP_TODAY',
] as const;
export type Reason = (typeof reasons)[number];

/** What a figure of a decision is, so that its sentence finds it. */
export const figureNames = [
  'temperature',
  'humidity',
  'soilMoisture',
  'flow',
  'co2',
  'rain',
  'litres',
  'minutes',
  'pulses',
  'level',
  'spread',
  'rise',
  'target',
  'count',
  'until',
] as const;
export type FigureName = (typeof figureNames)[number];

const figure = z.object({
  name: z.enum(figureNames),
  /** Of `until`: epoch ms. */
  value: z.number(),
  /** When it was measured; null for what is counted. */
  at: z.nullable(instant),
  /** What it is held against, in the same unit; null for what stands alone. */
  limit: z.nullable(z.number()),
});
export type Figure = z.infer<typeof figure>;

/** One line of the log: written when the outcome or the reason of a rule on an actuator changes, and only then. */
export const decisionRow = z.object({
  at: instant,
  /** UUID; null for what no rule asked for. */
  rule: z.nullable(z.string()),
  /** Index of the actuator; null for what concerns the rule as a whole. */
  actuator: z.nullable(z.number()),
  layer: z.enum(layers),
  outcome: z.enum(outcomes),
  reason: z.enum(reasons),
  figures: z.array(figure),
  /** What was blamed: the name of an interlock, another rule, a sensor, whoever locked; a controller's word of refusal. */
  by: z.nullable(z.string()),
});
export type DecisionRow = z.infer<typeof decisionRow>;

/** Whether it tells of what lasts until a person has done something, or until the next day. */
export function needsPerson({ outcome, reason }: { outcome: string; reason: string }): boolean {
  return outcome === 'suspended' || reason === 'DAILY_MAX' || reason === 'RULE_DAILY_MAX';
}
