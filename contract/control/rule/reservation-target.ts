import * as z from 'zod/mini';
import { type ChannelTypeName, channelTypes } from '../../series/sensor-types.ts';
import { controlProblems } from '../control-text.ts';
import { between, channels, fitsTogether, type Problem, whole } from '../fields.ts';
import { groupings } from './condition.ts';
import { dayTime } from './day-time.ts';
import { sharedDefaults, sharedFields, sharedProblems, windowProblems } from './rule-fields.ts';

type Measure = {
  unit: string;
  /** Allowed range of the target. */
  range: readonly [min: number, max: number];
  /** Allowed distance from the target to the end of the band. */
  bandWidth: readonly [min: number, max: number];
};

const plausible = (type: ChannelTypeName) => ({ unit: channelTypes[type].unit, range: channelTypes[type].plausible });

/**
 * Quantities that can be held at a target. Vapour pressure deficit is calculated from temperature and humidity; air
 * does not exceed 5 kPa.
 */
export const measures = {
  TEMPERATURE: { ...plausible('TEMPERATURE'), bandWidth: [1, 15] },
  HUMIDITY: { ...plausible('HUMIDITY'), bandWidth: [3, 40] },
  VPD: { unit: 'kPa', range: [0, 5], bandWidth: [0.2, 3] },
  SOIL_TEMPERATURE: { ...plausible('SOIL_TEMPERATURE'), bandWidth: [1, 15] },
} as const satisfies Record<string, Measure>;

const target = z.object({
  from: dayTime,
  to: dayTime,
  /** In the unit of the measure, within its range; calendar-high: the temperature at which the growth calendar ventilates. */
  value: z.union([z.number(), z.literal('calendar-high')], { error: controlProblems.targetValue }),
});

export const reservationTargetFields = z.object({
  family: z.literal('reservation-target'),
  ...sharedFields,
  measure: z.enum(['TEMPERATURE', 'HUMIDITY', 'VPD', 'SOIL_TEMPERATURE']),
  sensors: channels(8, controlProblems.sensors),
  by: z.enum(groupings),
  direction: z.enum(['lower', 'raise']),
  targets: z.array(target).check(z.minLength(1, { error: controlProblems.targets }), z.maxLength(8)),
  /** Actuators of one type. */
  actuators: channels(8, controlProblems.actuators),
  /** onoff: fully on or off. band: in proportion to the distance from the target. */
  control: z.enum(['onoff', 'band']),
  hysteresis: between(0.1, 20),
  bandWidth: between(0.2, 40),
  minPct: whole(0, 100),
  maxPct: whole(0, 100),
  /** Largest opening step, %. */
  openStepPct: whole(5, 100),
});
export type ReservationTarget = z.infer<typeof reservationTargetFields>;

export const reservationTargetDefaults = {
  ...sharedDefaults,
  family: 'reservation-target',
  measure: 'TEMPERATURE',
  by: 'mean',
  direction: 'lower',
  control: 'band',
  hysteresis: 1,
  bandWidth: 6,
  minPct: 0,
  maxPct: 100,
  openStepPct: 20,
} as const;

export const reservationTarget = reservationTargetFields.check(fitsTogether(problemsOf));

function problemsOf(rule: ReservationTarget): Problem[] {
  const { range, bandWidth } = measures[rule.measure];
  const problems = [...sharedProblems(rule), ...windowProblems(rule.targets, 'targets')];
  rule.targets.forEach(({ value }, at) => {
    if (value === 'calendar-high') {
      if (rule.measure !== 'TEMPERATURE') problems.push([['targets', at, 'value'], controlProblems.calendarIsAir]);
    } else if (value < range[0] || value > range[1]) {
      problems.push([['targets', at, 'value'], controlProblems.range(range)]);
    }
  });
  if (rule.bandWidth < bandWidth[0] || rule.bandWidth > bandWidth[1]) {
    problems.push([['bandWidth'], controlProblems.range(bandWidth)]);
  }
  if (rule.minPct >= rule.maxPct) problems.push([['minPct'], controlProblems.minPct]);
  return problems;
}
