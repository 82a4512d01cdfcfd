import * as z from 'zod/mini';
import { controlProblems } from '../control-text.ts';
import { between, channelIndex, channels, fitsTogether, type Problem, whole } from '../fields.ts';
import { sharedDefaults, sharedFields, sharedProblems } from './rule-fields.ts';

/** One dose of a valve, by time or by metered volume. */
const dose = z.union([
  z.object({ valve: channelIndex, doseMin: between(1, 60) }),
  z.object({ valve: channelIndex, doseLitres: between(1, 100_000) }),
]);
export type Dose = z.infer<typeof dose>;

/** The most it gives in one Seoul day. */
const dailyMax = z.union([z.object({ litres: between(1, 1_000_000) }), z.object({ minutes: between(1, 1_440) })], {
  error: controlProblems.dailyMax,
});

export const waterSensorFields = z.object({
  family: z.literal('water-sensor'),
  ...sharedFields,
  sensors: channels(8, controlProblems.sensors),
  by: z.enum(['min', 'mean', 'median']),
  /** Soil moisture at which watering begins and ends, %. */
  fromPct: between(5, 80),
  toPct: between(5, 82),
  /** It begins only after the soil was that dry for this long, min. */
  forMin: whole(0, 240),
  steps: z.array(dose).check(z.minLength(1, { error: controlProblems.steps }), z.maxLength(8)),
  /** Time the water takes to reach the probe, min; then moisture is checked again. */
  soakMin: whole(10, 240),
  maxPulses: whole(1, 12),
  /** Pause after a watering, min. */
  restMin: whole(60, 10_080),
  dailyMax,
  /** When two doses raise moisture by less than this (percentage points), the sensor or a valve is faulty. */
  minRisePct: between(0.2, 5),
  /** After this many dry days watering resumes in three steps, against fruit cracking; null: never. */
  stepAfterDryDays: z.nullable(whole(3, 30)),
  minAirC: between(-5, 10),
});
export type WaterSensor = z.infer<typeof waterSensorFields>;

export const waterSensorDefaults = {
  ...sharedDefaults,
  family: 'water-sensor',
  windows: [{ from: 'sunrise', to: 'sunrise+240' }],
  by: 'mean',
  forMin: 30,
  soakMin: 30,
  maxPulses: 4,
  restMin: 720,
  minRisePct: 0.5,
  stepAfterDryDays: 7,
  minAirC: 2,
} as const;

export const waterSensor = waterSensorFields.check(fitsTogether(problemsOf));

function problemsOf(rule: WaterSensor): Problem[] {
  const problems = sharedProblems(rule);
  const { steps, fromPct, toPct, maxPulses, dailyMax: most } = rule;
  if (toPct < fromPct + 2) problems.push([['toPct'], controlProblems.toPct]);
  steps.forEach(({ valve }, at) => {
    if (steps.slice(0, at).some((other) => other.valve === valve)) {
      problems.push([['steps', at, 'valve'], controlProblems.sameValve]);
    }
  });
  const [minutes, litres] = [sumOf(steps, 'doseMin'), sumOf(steps, 'doseLitres')];
  if ('minutes' in most && minutes * maxPulses > most.minutes) {
    problems.push([['dailyMax', 'minutes'], controlProblems.dosesOverDay]);
  }
  if ('litres' in most && litres * maxPulses > most.litres) {
    problems.push([['dailyMax', 'litres'], controlProblems.dosesOverDay]);
  }
  return problems;
}

function sumOf(steps: readonly Dose[], unit: 'doseMin' | 'doseLitres'): number {
  return steps.reduce((sum, step) => sum + (unit in step ? Number(Reflect.get(step, unit)) : 0), 0);
}
