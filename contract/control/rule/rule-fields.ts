import * as z from 'zod/mini';
import { sunTimes } from '../../time/sun.ts';
import { DAY_MS, isSeoulDate, seoulDate, seoulDayNumber, startOfSeoulDate } from '../../time/time.ts';
import { trimmedText } from '../../wire/trimmed-text.ts';
import { uuid } from '../../wire/uuid.ts';
import { controlProblems, overlapsWindow } from '../control-text.ts';
import { type Problem, whole } from '../fields.ts';
import { type DayWindow, dayWindow, spanOf } from './day-time.ts';

export const seoulDay = z.string().check(z.refine(isSeoulDate, { error: controlProblems.date }));

/** Fields that the rules of all families share. */
export const sharedFields = {
  /** Unique within its family on the farm. */
  name: trimmedText(40).check(z.minLength(1, { error: controlProblems.name })),
  /** The house under which lists show it; it has no effect on what the rule does. */
  areaName: trimmedText(40),
  enabled: z.boolean(),
  /** watch: decides and logs, but sends nothing. */
  mode: z.enum(['watch', 'act']),
  /** 1 is the highest priority, 9 the lowest. */
  priority: whole(1, 9),
  /** First and last Seoul day, both included. */
  validFrom: z.nullable(seoulDay),
  validTo: z.nullable(seoulDay),
  /** 1 Monday to 7 Sunday. */
  days: z.array(whole(1, 7)).check(
    z.minLength(1, { error: controlProblems.days }),
    z.refine((days) => new Set(days).size === days.length, { error: controlProblems.days }),
  ),
  /** Growth stages as the crop's calendar names them; empty: all year. */
  seasons: z.array(trimmedText(40)).check(z.maxLength(12)),
  /** The crop whose calendar counts; null: the first crop that has one. */
  cropId: z.nullable(uuid),
  /** When it may act; empty: all day. Days, dates and stage are those of the day on which a window begins. */
  windows: z.array(dayWindow).check(z.maxLength(8)),
  /** Whether a person is told of what goes wrong with it, among what needs a hand. */
  notify: z.boolean(),
  note: trimmedText(200),
} as const;

const shared = z.object(sharedFields);
type SharedFields = z.infer<typeof shared>;

export const sharedDefaults: Omit<SharedFields, 'name'> = {
  areaName: '',
  enabled: false,
  mode: 'watch',
  priority: 5,
  validFrom: null,
  validTo: null,
  days: [1, 2, 3, 4, 5, 6, 7],
  seasons: [],
  cropId: null,
  windows: [],
  notify: true,
  note: '',
};

/** What is wrong with the shared fields. */
export function sharedProblems({ windows, validFrom, validTo }: SharedFields): Problem[] {
  const problems: Problem[] = windowProblems(windows, 'windows');
  if (validFrom !== null && validTo !== null && validTo < validFrom) {
    problems.push([['validTo'], controlProblems.validTo]);
  }
  return problems;
}

/** Equinoxes and solstices: windows that do not overlap on any of these days hardly ever overlap. */
export const SUN_DAYS = ['2026-03-20', '2026-06-21', '2026-09-23', '2026-12-22'].map(startOfSeoulDate);

/** Windows that are empty or overlap, by their index in the list. */
export function windowProblems(windows: readonly DayWindow[], field: string): Problem[] {
  return windows.flatMap((window, at): Problem[] => {
    if (window.from === window.to) return [[[field, at, 'to'], controlProblems.emptyWindow]];
    const earlier = windows.slice(0, at).findIndex((other) => SUN_DAYS.some((day) => doOverlap(window, other, day)));
    return earlier < 0 ? [] : [[[field, at, 'from'], overlapsWindow(earlier + 1)]];
  });
}

function doOverlap(one: DayWindow, other: DayWindow, day: number): boolean {
  const [span, ...others] = [
    spanOf(one, day, sunTimes),
    ...[-DAY_MS, 0, DAY_MS].map((off) => spanOf(other, day + off, sunTimes)),
  ];
  return others.some((beside) => span && beside && span.from < beside.to && beside.from < span.to);
}

/** Whether a rule applies to the Seoul day that begins at `day`, in the growth stage of that day (null: none is known). */
export function appliesOn(
  { days, validFrom, validTo, seasons }: Pick<SharedFields, 'days' | 'validFrom' | 'validTo' | 'seasons'>,
  day: number,
  season: string | null,
): boolean {
  const date = seoulDate(day);
  if ((validFrom !== null && date < validFrom) || (validTo !== null && date > validTo)) return false;
  if (!days.includes(isoWeekday(day))) return false;
  return seasons.length === 0 || (season !== null && seasons.includes(season));
}

/** 1 Monday to 7 Sunday of the Seoul day that begins at `day`. */
function isoWeekday(day: number): number {
  // 1970-01-01 was a Thursday.
  return ((seoulDayNumber(day) + 3) % 7) + 1;
}
