import { dayTimeParts, spanOf } from '#contract/control/rule/day-time.ts';
import type { ReservationTarget } from '#contract/control/rule/reservation-target.ts';
import { calendarWarnings, type StageWarning } from '#contract/growth-calendar/calendar-warnings.ts';
import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { FarmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { nightsBetween, sunTimes } from '#contract/time/sun.ts';
import { MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';

type Target = ReservationTarget['targets'][number];
type Rule = Pick<ReservationTarget, 'measure' | 'direction' | 'targets' | 'cropId' | 'seasons'>;
type JudgedCrop = Pick<FarmCalendars['crops'][number], 'cropId' | 'itemsName' | 'isHeated' | 'budBreakOn' | 'calendar'>;

/**
 * Published recommendations that the air temperatures of a rule violate, by the same rules as targets of the growth
 * calendar: in the stages in which it acts, or in the present one when it acts in all. By day a house becomes as warm
 * as it is let before it is cooled, at night as cold as it is let before it is kept warm. Each recommendation is listed
 * once.
 */
export function targetWarnings(rule: Rule, crops: readonly JudgedCrop[], at: number): StageWarning[] {
  const { measure, direction, cropId, seasons } = rule;
  const crop = crops.find((one) => (cropId === null ? one.calendar !== null : one.cropId === cropId));
  const values = rule.targets.flatMap((target) => (isInPart(target, direction, at) ? numberOf(target) : []));
  if (measure !== 'TEMPERATURE' || !crop?.calendar || values.length === 0) return [];
  const { itemsName, isHeated, budBreakOn, calendar } = crop;
  const typed =
    direction === 'lower'
      ? { row: 'natural' as const, high: Math.max(...values) }
      : { row: Math.min(...values), high: 'natural' as const };
  const now = seasons.length === 0 ? periodAt(calendar, budBreakOn, at) : undefined;
  const periods = now ? [now] : calendar.periods.filter(({ season }) => seasons.includes(season));
  const warnings = periods.flatMap((period) =>
    calendarWarnings({ ...period, ...typed }, { itemsName, isHeated, rowBefore: 'natural' }).map((warning) => ({
      ...warning,
      itemsName,
      season: period.season,
    })),
  );
  return warnings.filter(({ name }, index) => warnings.findIndex((other) => other.name === name) === index);
}

const numberOf = ({ value }: Target): number[] => (typeof value === 'number' && Number.isFinite(value) ? [value] : []);

/** Whether a target holds by day (where a house is cooled) or at night (where it is kept warm). */
function isInPart({ from, to }: Target, direction: Rule['direction'], at: number): boolean {
  if (dayTimeParts(from) === null || dayTimeParts(to) === null) return false;
  const span = spanOf({ from, to }, startOfSeoulDay(at), sunTimes);
  if (!span) return false;
  const darkMs = nightsBetween(span.from, span.to)
    .map((night) => Math.min(night.to, span.to) - Math.max(night.from, span.from))
    .reduce((sum, one) => sum + one, 0);
  const lightMs = span.to - span.from - darkMs;
  // Windows begin and end in whole minutes, the sun does not.
  return (direction === 'lower' ? lightMs : darkMs) >= MINUTE_MS;
}
