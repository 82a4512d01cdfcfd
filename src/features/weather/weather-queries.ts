import { addSeoulDays, HOUR_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { FORECAST_DAYS, forecastRecord, publicWeather, simpleWeather } from '#contract/weather/weather.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Stations have new data about this often, ms. */
const REFRESH_MS = 5 * MINUTE_MS;

export const weatherNowQuery = (farmIndex: number) => ({
  ...readQuery(publicWeather, { params: { farmIndex } }),
  refetchInterval: REFRESH_MS,
});

/** How long a prefetched or viewed day counts as fresh, ms. */
const PREFETCH_FRESH_MS = HOUR_MS;

/** The weather of a Seoul day (yyyy-MM-dd) for the dialog. */
export const weatherDayQuery = (farmIndex: number, date: string) => ({
  ...readQuery(simpleWeather, { params: { id: farmIndex }, query: { date } }),
  refetchInterval: REFRESH_MS,
  gcTime: PREFETCH_FRESH_MS,
});

/** The hourly forecast of a Seoul day (yyyy-MM-dd). */
export const forecastQuery = (farmIndex: number, date: string) => ({
  ...readQuery(forecastRecord, { params: { id: farmIndex }, query: { date } }),
  refetchInterval: REFRESH_MS,
});

/** The Seoul days with a forecast, from the day of `now` on. */
export function forecastDates(now: number): string[] {
  const today = seoulDate(now);
  return Array.from({ length: FORECAST_DAYS }, (_, at) => addSeoulDays(today, at));
}
