import { parseMoment } from '#contract/time/parse-instant.ts';
import { lastNight, sunTimes } from '#contract/time/sun.ts';
import { addSeoulDays, DAY_MS, HOUR_MS, MINUTE_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { momentOf } from '#src/lib/moment.ts';
import type { RangeName } from './range-names.ts';

/** The record request of a range, and its refetch interval. */
export type AskedRange = { begin: string; end: string; refreshMs: number | false };

/** Rolling ranges move in steps, so that a response can be reused within a step. */
const ROLLING_STEP_MS = 5 * MINUTE_MS;

const rolling: { readonly [R in '24h' | '7d' | '30d' | '12m']: { days: number; stepMs: number; refreshMs: number } } = {
  '24h': { days: 1, stepMs: ROLLING_STEP_MS, refreshMs: ROLLING_STEP_MS },
  '7d': { days: 7, stepMs: 10 * MINUTE_MS, refreshMs: 10 * MINUTE_MS },
  '30d': { days: 30, stepMs: HOUR_MS, refreshMs: HOUR_MS },
  '12m': { days: 365, stepMs: DAY_MS, refreshMs: HOUR_MS },
};

const TODAY_REFRESH_MS = 2 * MINUTE_MS;

/** A past night changes only by late readings, ms. */
const PAST_NIGHT_REFRESH_MS = HOUR_MS;

/** Shortest range, ms. */
const SHORTEST_MS = 10 * MINUTE_MS;

/** The request of a range at `now`. Free ranges have their own begin and end, as Seoul days or moments. */
export function askFor(
  range: RangeName,
  now: number,
  free: { begin?: string | undefined; end?: string | undefined } = {},
): AskedRange {
  const today = seoulDate(now);
  if (range === 'today') return { begin: today, end: today, refreshMs: TODAY_REFRESH_MS };
  if (range === 'free') {
    const wanted = { begin: spelledOut(free.begin) ?? addSeoulDays(today, -1), end: spelledOut(free.end) ?? today };
    const { begin, end } = spanOf(wanted);
    // The URL may contain an invalid range.
    const asked = begin < end ? wanted : { begin: addSeoulDays(today, -1), end: today };
    return { ...asked, refreshMs: false };
  }
  if (range === 'night') return nightAt(now);
  const { days, stepMs, refreshMs } = rolling[range];
  if (range === '12m') return { begin: addSeoulDays(today, 1 - days), end: today, refreshMs };
  const end = nextStep(now, stepMs);
  return { begin: new Date(end - days * DAY_MS).toISOString(), end: new Date(end).toISOString(), refreshMs };
}

/** The end of the current step: the page's clock is rounded down, and readings after it must be included. */
function nextStep(now: number, stepMs: number): number {
  return (Math.floor(now / stepMs) + 1) * stepMs;
}

/** By day the previous night; from sunset on the current one until now. Rounded to minutes. */
function nightAt(now: number): AskedRange {
  const { sunrise, sunset } = sunTimes(now);
  const isRunning = now < sunrise || now >= sunset;
  const { from, to } = now < sunset ? lastNight(now) : { from: sunset, to: now };
  const stepMs = isRunning ? ROLLING_STEP_MS : MINUTE_MS;
  const begin = Math.floor(from / MINUTE_MS) * MINUTE_MS;
  const end = Math.max(isRunning ? nextStep(to, stepMs) : Math.ceil(to / stepMs) * stepMs, begin + SHORTEST_MS);
  return {
    begin: new Date(begin).toISOString(),
    end: new Date(end).toISOString(),
    refreshMs: isRunning ? ROLLING_STEP_MS : PAST_NIGHT_REFRESH_MS,
  };
}

/** A moment of the URL ('2026-11-18T1250', in Seoul) as the server takes it; days and instants as they are. */
function spelledOut(moment: string | undefined): string | undefined {
  return moment?.replace(/^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})$/, '$1:$2:00+09:00');
}

/** The instants of a range, half-open. */
export function spanOf({ begin, end }: Pick<AskedRange, 'begin' | 'end'>): { begin: number; end: number } {
  return { begin: parseMoment(begin, 'begin'), end: parseMoment(end, 'end') };
}

/** A dragged or zoomed range as a free range of whole minutes, for the URL; at least ten minutes long. */
export function freeRange(begin: number, end: number): { begin: string; end: string } {
  const inAddress = (at: number) => momentOf(Math.round(at / MINUTE_MS) * MINUTE_MS).replace(':', '');
  return { begin: inAddress(begin), end: inAddress(Math.max(end, begin + SHORTEST_MS)) };
}

/** Two Seoul days; undefined if they are invalid or not in order. */
export function freeDays(begin: string, end: string): { begin: string; end: string } | undefined {
  try {
    return startOfSeoulDate(begin) <= startOfSeoulDate(end) ? { begin, end } : undefined;
  } catch {
    return undefined; // Not calendar days.
  }
}
