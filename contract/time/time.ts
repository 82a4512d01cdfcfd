/**
 * Time on Jeju. Instants are epoch milliseconds (UTC); days are Asia/Seoul calendar days written yyyy-MM-dd. Korea has
 * had no daylight saving time since 1988, so the offset is a constant and the time zone of the host is not used.
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
  const day = seoulDayNumber(at);
  // Decisions and buckets ask for the same few days over and over.
  const known = dates.get(day);
  if (known !== undefined) return known;
  if (dates.size > 800) dates.clear();
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

const dates = new Map<number, string>();

/** The Seoul month in which the instant falls: '2026-11'. */
export function seoulMonth(at: number): string {
  return seoulDate(at).slice(0, 7);
}

/** The Seoul time of day at the instant: '05:20'. */
export function seoulClock(at: number): string {
  const { hour, minute } = seoulParts(at);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The parts of Seoul date and time at the instant; month counts from 1, weekday from 0 (Sunday). */
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

/** true for an existing calendar day written yyyy-MM-dd ('2026-02-29' does not exist). */
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

/** The instant at which the Seoul day that contains `at` begins. */
export function startOfSeoulDay(at: number): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / DAY_MS) * DAY_MS - SEOUL_OFFSET_MS;
}

/** The instant at which the next Seoul day after `at` begins. */
export function startOfNextSeoulDay(at: number): number {
  return startOfSeoulDay(at) + DAY_MS;
}

/** Number of the Seoul day of the instant, counted from 1970-01-01. */
export function seoulDayNumber(at: number): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / DAY_MS);
}

/** The Seoul day `days` later (earlier when negative). */
export function addSeoulDays(date: string, days: number): string {
  return seoulDate(startOfSeoulDate(date) + days * DAY_MS);
}

/** Bucket widths of the stored levels, ms. All are aligned to Seoul days, so that a daily bucket is a grower's day. */
export const bucketLevels = { '10m': 10 * MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS } as const;

/** Resolutions of a record: raw readings or one of the bucket levels. */
export const resolutions = ['raw', '10m', '1h', '1d'] as const;
export type Resolution = (typeof resolutions)[number];

/** Start of the bucket of width `widthMs` that contains `at`, aligned to the Seoul day. */
export function bucketStart(at: number, widthMs: number): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / widthMs) * widthMs - SEOUL_OFFSET_MS;
}

/** Longest range of one call: ten years, more than any farm has stored. */
export const MAX_RANGE_MS = 3_660 * DAY_MS;

/** About this many points a series can be drawn by a phone at once and sent over a slow link. */
const MAX_POINTS = 1_500;

/**
 * A device may send up to twice as many readings as its declared interval promises. With more, the record is answered
 * in buckets, so that no device decides the size of an answer.
 */
export const MAX_RAW_POINTS = 2 * MAX_POINTS;

/**
 * The finest resolution with at most MAX_POINTS per series over the range. `intervalMs` is the reporting interval of
 * the fastest series.
 */
export function resolutionFor(rangeMs: number, intervalMs: number): Resolution {
  if (rangeMs / intervalMs <= MAX_POINTS) return 'raw';
  for (const level of ['10m', '1h'] as const) {
    if (rangeMs / bucketLevels[level] <= MAX_POINTS) return level;
  }
  return '1d';
}

/** Since when each level is stored completely, epoch ms; 0: from the first reading on. */
export type KeptSince = Readonly<Record<Resolution, number>>;

/** The given level, or the next coarser one that is complete since `begin`; the coarsest when none is. */
export function keptLevel(level: Resolution, begin: number, keptSince: KeptSince): Resolution {
  return resolutions.slice(resolutions.indexOf(level)).find((one) => keptSince[one] <= begin) ?? '1d';
}

/** The interval between neighbouring points of a series at this resolution, ms. */
export function stepOf(resolution: Resolution, intervalMs: number): number {
  return resolution === 'raw' ? intervalMs : bucketLevels[resolution];
}
