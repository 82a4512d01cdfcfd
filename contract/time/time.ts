import { parseISO } from 'date-fns/parseISO';

/**
 * Time as a Jeju grower means it. Instants are epoch milliseconds (UTC); days are
 * Asia/Seoul calendar days written yyyy-MM-dd. Korea has had no daylight saving time
 * since 1988, so the offset is a constant and the host's own time zone is never asked.
 */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** UTC+9, all year. Source: IANA tz database, zone Asia/Seoul. */
export const SEOUL_OFFSET_MS = 9 * HOUR_MS;

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The Seoul calendar day on which the instant falls: '2026-11-21'. */
export function seoulDate(at: number): string {
  return new Date(at + SEOUL_OFFSET_MS).toISOString().slice(0, 10);
}

/** The Seoul month in which the instant falls: '2026-11'. */
export function seoulMonth(at: number): string {
  return seoulDate(at).slice(0, 7);
}

/** The Seoul time of day at the instant: '05:20'. */
export function seoulClock(at: number): string {
  const { hour, minute } = seoulParts(at);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The parts a Seoul clock and calendar show at the instant; month counts from 1, weekday from 0 (Sunday). */
export function seoulParts(at: number): {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
} {
  const shifted = new Date(at + SEOUL_OFFSET_MS);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    weekday: shifted.getUTCDay(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

/** True for an existing calendar day written yyyy-MM-dd ('2026-02-29' is none). */
export function isSeoulDate(text: string): boolean {
  const match = DATE_PATTERN.exec(text);
  if (!match) return false;
  const at = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return new Date(at).toISOString().slice(0, 10) === text;
}

/** The instant at which the Seoul day begins. Throws RangeError for a day that does not exist. */
export function startOfSeoulDate(date: string): number {
  if (!isSeoulDate(date)) throw new RangeError(`not a calendar day: ${date}`);
  return Date.parse(`${date}T00:00:00.000Z`) - SEOUL_OFFSET_MS;
}

/** The instant at which the Seoul day that holds `at` begins. */
export function startOfSeoulDay(at: number): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / DAY_MS) * DAY_MS - SEOUL_OFFSET_MS;
}

/** The instant at which the Seoul day after the one that holds `at` begins. */
export function startOfNextSeoulDay(at: number): number {
  return startOfSeoulDay(at) + DAY_MS;
}

/** Which Seoul day the instant falls on, counted from 1970-01-01. */
export function seoulDayNumber(at: number): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / DAY_MS);
}

/** The Seoul day `days` later (or earlier, when negative). */
export function addSeoulDays(date: string, days: number): string {
  return seoulDate(startOfSeoulDate(date) + days * DAY_MS);
}

/**
 * The levels at which readings are kept besides raw: bucket widths in ms.
 * All three start on Seoul days, so that a daily bucket is a grower's day.
 */
export const bucketLevels = { '10m': 10 * MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS } as const;

/** What a record may be answered in: raw readings or one of the bucket levels. */
export const resolutions = ['raw', '10m', '1h', '1d'] as const;
export type Resolution = (typeof resolutions)[number];

/** Start of the bucket of width `widthMs` that holds `at`, aligned to the Seoul day. */
export function bucketStart(at: number, widthMs: number): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / widthMs) * widthMs - SEOUL_OFFSET_MS;
}

/** The longest range one call answers: ten years, more than any farm has kept. */
export const MAX_RANGE_MS = 3_660 * DAY_MS;

/** A chart a phone can draw at once and a link can carry: about this many points a series. */
const MAX_POINTS = 1_500;

/**
 * Raw readings are chosen by the interval a device declares. Up to twice as many are given, for one that is ahead
 * of it; more bring the whole record down to buckets, so that no device decides how long an answer is.
 */
export const MAX_RAW_POINTS = 2 * MAX_POINTS;

/**
 * The finest resolution that keeps a series at or below MAX_POINTS over the range.
 * `intervalMs` is how often the fastest of the asked series reports.
 */
export function resolutionFor(rangeMs: number, intervalMs: number): Resolution {
  if (rangeMs / intervalMs <= MAX_POINTS) return 'raw';
  for (const level of ['10m', '1h'] as const) {
    if (rangeMs / bucketLevels[level] <= MAX_POINTS) return level;
  }
  return '1d';
}

/** From when on everything is kept at each level, epoch ms; 0: from the first reading on. */
export type KeptSince = Readonly<Record<Resolution, number>>;

/** The level, or the finest of the coarser ones that still has everything since `begin`; the coarsest where none has. */
export function keptLevel(level: Resolution, begin: number, keptSince: KeptSince): Resolution {
  return resolutions.slice(resolutions.indexOf(level)).find((one) => keptSince[one] <= begin) ?? '1d';
}

/** The distance between two neighbouring points of a series at this resolution. */
export function stepOf(resolution: Resolution, intervalMs: number): number {
  return resolution === 'raw' ? intervalMs : bucketLevels[resolution];
}

const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Epoch ms of an ISO 8601 instant with its offset; NaN for anything else. A time without an offset is a guess, and
 * a day that does not exist is refused, where Date.parse would quietly take the next month's.
 */
export function parseInstant(text: string): number {
  return INSTANT_PATTERN.test(text) ? parseISO(text).getTime() : NaN;
}

/** Reads a yyyy-MM-dd day (its beginning, or its end when `edge` is 'end') or an ISO instant; NaN for anything else. */
export function parseMoment(text: string, edge: 'begin' | 'end'): number {
  if (isSeoulDate(text)) return startOfSeoulDate(text) + (edge === 'end' ? DAY_MS : 0);
  return parseInstant(text);
}
