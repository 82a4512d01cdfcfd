import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '../../time/time.ts';
import { controlProblems } from '../control-text.ts';

/** Sunrise and sunset, epoch ms, of the Seoul day that begins at `day`. */
export type SunOf = (day: number) => { sunrise: number; sunset: number };

/** Epoch ms, half open. */
export type Span = { from: number; to: number };

/**
 * Largest distance from sunrise or sunset, minutes. With the sun times of Jeju (05:25 to 19:47) the result stays within
 * its Seoul day.
 */
const MAX_SUN_OFFSET_MIN = 240;

const PATTERN = /^(?:([01]\d|2[0-3]):([0-5]\d)|(sunrise|sunset)(?:([+-])(\d{1,3}))?)$/;

/** A parsed time of day: minutes after midnight, sunrise or sunset; negative before sunrise or sunset. */
type DayTimeParts = Readonly<{ edge: 'clock' | 'sunrise' | 'sunset'; minutes: number }>;

const parsed = new Map<string, DayTimeParts | null>();

/** Parses 'HH:mm', 'sunrise' or 'sunset-15'; null for a text that is no time of day. */
export function dayTimeParts(text: string): DayTimeParts | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  // Decisions ask for the same few times at every minute.
  if (parsed.size > 800) parsed.clear();
  const parts = parseDayTime(text);
  parsed.set(text, parts);
  return parts;
}

function parseDayTime(text: string): DayTimeParts | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, hour, minute, edge, sign, offset] = match;
  if (edge !== 'sunrise' && edge !== 'sunset') return { edge: 'clock', minutes: Number(hour) * 60 + Number(minute) };
  const minutes = (sign === '-' ? -1 : 1) * Number(offset ?? 0);
  return Math.abs(minutes) <= MAX_SUN_OFFSET_MIN ? { edge, minutes: minutes + 0 } : null;
}

/** A time of day on Seoul's clock or by the sun over Jeju: 'HH:mm', 'sunrise', 'sunset-15' (up to 240 minutes off). */
export const dayTime = z
  .string()
  .check(z.refine((text) => dayTimeParts(text) !== null, { error: controlProblems.dayTime }));

/**
 * The instant of a time of day on the Seoul day that begins at `day`, epoch ms of a whole minute. Throws when `text` is
 * no time of day.
 */
export function instantOf(text: string, day: number, sunOf: SunOf): number {
  const parts = dayTimeParts(text);
  if (!parts) throw new RangeError(`not a time of day: ${text}`);
  const begin = parts.edge === 'clock' ? day : Math.floor(sunOf(day)[parts.edge] / MINUTE_MS) * MINUTE_MS;
  return begin + parts.minutes * MINUTE_MS;
}

/** A window of the day, `to` not included; it may cross midnight. */
export const dayWindow = z.object({ from: dayTime, to: dayTime });
export type DayWindow = z.infer<typeof dayWindow>;

/**
 * The span of the window that begins on the Seoul day at `day`, epoch ms; null on a day on which it is empty. Two clock
 * times cross midnight when the first is later. A window with a sunrise or sunset end crosses only from after noon to
 * before noon: 06:30 to sunrise must be empty in June, not 23 hours long.
 */
export function spanOf({ from, to }: DayWindow, day: number, sunOf: SunOf): Span | null {
  const [begin, end] = [instantOf(from, day, sunOf), instantOf(to, day, sunOf)];
  if (begin < end) return { from: begin, to: end };
  if (begin === end) return null;
  const noon = day + DAY_MS / 2;
  const isByClock = dayTimeParts(from)?.edge === 'clock' && dayTimeParts(to)?.edge === 'clock';
  if (!isByClock && (begin <= noon || end >= noon)) return null;
  return { from: begin, to: instantOf(to, day + DAY_MS, sunOf) };
}

/** The spans that begin on the Seoul day at `day`; the whole day when there is no window. */
export function spansOf(windows: readonly DayWindow[], day: number, sunOf: SunOf): Span[] {
  if (windows.length === 0) return [{ from: day, to: day + DAY_MS }];
  return windows.flatMap((window) => spanOf(window, day, sunOf) ?? []);
}

/** The span that contains an instant, and the Seoul day on which it began; null outside all of them. */
export function spanAt(
  windows: readonly DayWindow[],
  at: number,
  today: number,
  sunOf: SunOf,
): (Span & { day: number }) | null {
  for (const day of [today, today - DAY_MS]) {
    if (windows.length === 0 && at >= day && at < day + DAY_MS) return { from: day, to: day + DAY_MS, day };
    for (const window of windows) {
      const span = spanOf(window, day, sunOf);
      if (span && at >= span.from && at < span.to) return { ...span, day };
    }
  }
  return null;
}
