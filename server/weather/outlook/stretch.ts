import { addSeoulDays, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { NIGHT_HOURS, nightOnAt } from '#contract/weather/outlook.ts';
import type { HourForecast } from '../kma/forecast.ts';

/** What is expected: the minimum of a night, the maximum of a day. */
export const outlookKinds = ['night', 'day'] as const;
export type OutlookKind = (typeof outlookKinds)[number];

/** Hours of the Seoul day, without the end; with fewer than `leastHours` of values the extreme may be missing. */
export const stretches = {
  night: { fromHour: NIGHT_HOURS.from, toHour: NIGHT_HOURS.to, leastHours: 10 },
  day: { fromHour: NIGHT_HOURS.to - 24, toHour: NIGHT_HOURS.from, leastHours: 7 },
} as const;

/** The night or day of a Seoul day, epoch ms, without its end; a night belongs to the day on which it begins. */
export function stretchOf(kind: OutlookKind, date: string): { from: number; to: number } {
  const { fromHour, toHour } = stretches[kind];
  const day = startOfSeoulDate(date);
  return { from: day + fromHour * HOUR_MS, to: day + toHour * HOUR_MS };
}

/** The current or coming night and the day after it, by their Seoul days; from 8:00 on the coming ones. */
export function datesAt(now: number): { readonly [Kind in OutlookKind]: string } {
  const night = nightOnAt(now);
  return { night, day: addSeoulDays(night, 1) };
}

/** The forecast of a night or a day. */
export type StretchForecast = {
  /** The lowest temperature of the night, the highest of the day, ℃. */
  extremeC: number;
  /** Means: wind, m/s, and cloud in the service's numbers (1 clear, 3 mostly cloudy, 4 overcast). */
  windMps: number;
  sky: number;
};

/** Used when a service gives no wind or sky: light wind, mostly cloudy. */
const USUAL = { windMps: 2, sky: 3 } as const;

/** The forecast of a night or day from its hours; null when too few hours are known. */
export function forecastOf(kind: OutlookKind, date: string, hours: readonly HourForecast[]): StretchForecast | null {
  const { from, to } = stretchOf(kind, date);
  const inside = hours.filter(({ at }) => at >= from && at < to);
  const figuresIn = (of: (hour: HourForecast) => number | null) => inside.flatMap((hour) => of(hour) ?? []);
  const temperatures = figuresIn(({ temperatureC }) => temperatureC);
  if (temperatures.length < stretches[kind].leastHours) return null;
  return {
    extremeC: extremeOf(kind, temperatures),
    windMps: meanOf(figuresIn(({ windMps }) => windMps)) ?? USUAL.windMps,
    sky: meanOf(figuresIn(({ sky }) => sky)) ?? USUAL.sky,
  };
}

/** The lowest at night, the highest by day. */
export function extremeOf(kind: OutlookKind, values: readonly number[]): number {
  return kind === 'night' ? Math.min(...values) : Math.max(...values);
}

/** Undefined for an empty list. */
export function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0) / values.length;
}
