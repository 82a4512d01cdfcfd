import * as z from 'zod/mini';
import { sunTimes } from '../../time/sun.ts';
import { startOfSeoulDate } from '../../time/time.ts';
import { controlProblems } from '../control-text.ts';
import { between, channelIndex, channels, fitsTogether, type Problem, whole } from '../fields.ts';
import { spansOf } from './day-time.ts';
import { sharedDefaults, sharedFields, sharedProblems } from './rule-fields.ts';

export const reservationGhgFields = z.object({
  family: z.literal('reservation-ghg'),
  ...sharedFields,
  does: z.enum(['dose', 'air', 'both']),
  co2Sensors: channels(4, controlProblems.sensors),
  supplies: z.array(channelIndex).check(z.maxLength(4)),
  /** Vents of the house; CO2 is not supplied while one is open. `hasNoVents` says that the house has none. */
  vents: z.array(channelIndex).check(z.maxLength(16)),
  hasNoVents: z.boolean(),
  /** Targets in bright and in dull light, ppm. */
  highPpm: whole(400, 1_500),
  lowPpm: whole(400, 1_500),
  /** Dull below, bright above, W/m². */
  lightFrom: whole(20, 1_000),
  lightTo: whole(20, 1_000),
  /** null: the light is estimated from the height of the sun. */
  lightSensor: z.nullable(channelIndex),
  hysteresisPpm: whole(20, 200),
  /** Length of a dose and of the mixing time after it, s. */
  doseSec: whole(60, 900),
  mixSec: whole(60, 1_800),
  ventStopPct: whole(0, 20),
  ventClosedMin: whole(0, 60),
  maxDailyMin: whole(5, 360),
  airBelowPpm: whole(150, 400),
  airPct: whole(5, 50),
  airForMin: whole(5, 60),
  airMinOutsideC: between(-5, 25),
});
export type ReservationGhg = z.infer<typeof reservationGhgFields>;

/**
 * Low values, since no target for citrus has been published: supply begins 30 minutes after sunrise and lasts two and a
 * half hours, as vegetable growers do (agronomy notes, section 4).
 */
export const reservationGhgDefaults = {
  ...sharedDefaults,
  family: 'reservation-ghg',
  windows: [{ from: 'sunrise+30', to: 'sunrise+180' }],
  does: 'dose',
  supplies: [],
  vents: [],
  hasNoVents: false,
  highPpm: 700,
  lowPpm: 500,
  lightFrom: 100,
  lightTo: 400,
  lightSensor: null,
  hysteresisPpm: 50,
  doseSec: 180,
  mixSec: 180,
  ventStopPct: 5,
  ventClosedMin: 5,
  maxDailyMin: 120,
  airBelowPpm: 300,
  airPct: 15,
  airForMin: 10,
  airMinOutsideC: 5,
} as const;

export const reservationGhg = reservationGhgFields.check(fitsTogether(problemsOf));

/** The longest day of the year: a window that is dark on it is dark on every day. */
const MIDSUMMER = startOfSeoulDate('2026-06-21');

function problemsOf(rule: ReservationGhg): Problem[] {
  const problems = sharedProblems(rule);
  const doses = rule.does !== 'air';
  if (rule.vents.length === 0 && !rule.hasNoVents) problems.push([['vents'], controlProblems.vents]);
  if (rule.does !== 'dose' && rule.vents.length === 0) problems.push([['vents'], controlProblems.ventsToAir]);
  if (doses && rule.supplies.length === 0) problems.push([['supplies'], controlProblems.supplies]);
  if (rule.lowPpm > rule.highPpm) problems.push([['lowPpm'], controlProblems.lowPpm]);
  if (rule.lightFrom >= rule.lightTo) problems.push([['lightTo'], controlProblems.lightTo]);
  const light = sunTimes(MIDSUMMER);
  const spans = spansOf(rule.windows, MIDSUMMER, sunTimes);
  if (doses && !spans.some(({ from, to }) => from < light.sunset && to > light.sunrise)) {
    problems.push([['windows'], controlProblems.dark]);
  }
  return problems;
}
