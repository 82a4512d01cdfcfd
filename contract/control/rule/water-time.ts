import * as z from 'zod/mini';
import { parseInstant } from '../../time/parse-instant.ts';
import { DAY_MS, seoulDayNumber, startOfSeoulDate, startOfSeoulDay } from '../../time/time.ts';
import { instantText } from '../../wire/instant.ts';
import { controlProblems } from '../control-text.ts';
import { between, channelIndex, fitsTogether, type Problem, whole } from '../fields.ts';
import { dayTime, instantOf, type SunOf } from './day-time.ts';
import { appliesOn, seoulDay, sharedDefaults, sharedFields, sharedProblems } from './rule-fields.ts';

/** Unit of a step's amount; calendar: a percentage of the amount in the growth calendar. */
const waterUnits = ['minutes', 'litres', 'tonPer10a', 'calendar'] as const;

const whenToSkip = z.object({
  pastHours: whole(1, 48),
  pastMm: between(0.1, 200),
  nextHours: whole(1, 48),
  nextMm: between(0.1, 200),
});

export const waterTimeFields = z.object({
  family: z.literal('water-time'),
  ...sharedFields,
  starts: z.array(dayTime).check(z.minLength(1, { error: controlProblems.starts }), z.maxLength(8)),
  /** Interval in days from `anchorOn` on, used instead of days of the week. */
  everyDays: z.nullable(whole(1, 30)),
  anchorOn: z.nullable(seoulDay),
  /** Valves in watering order, each with its amount. */
  steps: z
    .array(z.object({ valve: channelIndex, amount: between(0.1, 100_000) }))
    .check(z.minLength(1, { error: controlProblems.steps }), z.maxLength(16)),
  unit: z.enum(waterUnits),
  /** The amount is divided into this many cycles, with at least `soakMin` minutes between them. */
  cycles: whole(1, 6),
  soakMin: whole(0, 120),
  budgetPct: z.number().check(z.multipleOf(5, { error: controlProblems.budgetStep }), z.gte(10), z.lte(200)),
  /** January to December, %; multiplied with `budgetPct`. */
  monthBudgets: z.nullable(z.array(whole(0, 200)).check(z.length(12))),
  /**
   * Only for an open field: no rain falls into a covered house. A stored rule that has it without one is left as it is
   * until it is edited or switched on.
   */
  rainSkip: z.nullable(whenToSkip),
  delayUntil: z.nullable(instantText),
  /** Watering is skipped when the air is colder, ℃. */
  minAirC: between(-5, 10),
  /** A start missed by more than this while the server was down is skipped, min. */
  catchUpMin: whole(0, 120),
  /** Longest wait for its turn, min. */
  maxWaitMin: whole(0, 360),
});
export type WaterTime = z.infer<typeof waterTimeFields>;

export const waterTimeDefaults = {
  ...sharedDefaults,
  family: 'water-time',
  everyDays: null,
  anchorOn: null,
  unit: 'minutes',
  cycles: 1,
  soakMin: 0,
  budgetPct: 100,
  monthBudgets: null,
  rainSkip: null,
  delayUntil: null,
  minAirC: 2,
  catchUpMin: 30,
  maxWaitMin: 120,
} as const;

export const waterTime = waterTimeFields.check(fitsTogether(problemsOf));

function problemsOf(rule: WaterTime): Problem[] {
  const problems = sharedProblems(rule);
  const { steps, starts, everyDays, anchorOn, days } = rule;
  steps.forEach(({ valve }, at) => {
    if (steps.slice(0, at).some((other) => other.valve === valve)) {
      problems.push([['steps', at, 'valve'], controlProblems.sameValve]);
    }
  });
  starts.forEach((start, at) => {
    if (starts.indexOf(start) < at) problems.push([['starts', at], controlProblems.sameStart]);
  });
  if (everyDays !== null && anchorOn === null) problems.push([['anchorOn'], controlProblems.anchor]);
  if (everyDays !== null && days.length < 7) problems.push([['everyDays'], controlProblems.daysOrEvery]);
  return problems;
}

/** Whether the rule waters on the Seoul day that begins at `day`. */
function watersOn(rule: WaterTime, day: number, season: string | null): boolean {
  if (!appliesOn(rule, day, season)) return false;
  if (rule.everyDays === null || rule.anchorOn === null) return true;
  const since = seoulDayNumber(day) - seoulDayNumber(startOfSeoulDate(rule.anchorOn));
  return since >= 0 && since % rule.everyDays === 0;
}

/** Whether a start is skipped, because the rule is to rest until later. */
export function isDelayedAt({ delayUntil }: Pick<WaterTime, 'delayUntil'>, at: number): boolean {
  return delayUntil !== null && parseInstant(delayUntil) > at;
}

/**
 * The starts between two instants (epoch ms, the second not included) in order of time. A start is identified by its
 * day and its text, so that one slot runs once even when sun times or the clock change.
 */
export function startsBetween(
  rule: WaterTime,
  from: number,
  to: number,
  seasonOn: (day: number) => string | null,
  sunOf: SunOf,
): { day: number; start: string; at: number }[] {
  const found: { day: number; start: string; at: number }[] = [];
  for (let day = startOfSeoulDay(from); day < to; day += DAY_MS) {
    if (!watersOn(rule, day, seasonOn(day))) continue;
    for (const start of rule.starts) {
      const at = instantOf(start, day, sunOf);
      if (at >= from && at < to) found.push({ day, start, at });
    }
  }
  return found.sort((one, other) => one.at - other.at || (one.start < other.start ? -1 : 1));
}
