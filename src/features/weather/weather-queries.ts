import { addSeoulDays, HOUR_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { FORECAST_DAYS, forecastRecord, publicWeather, simpleWeather } from '#contract/weather/weather.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Stations tell something new about this often, ms. */
const REFRESH_MS = 5 * MINUTE_MS;

/** The weather at a farm now. */
export const weatherNowQuery = (farmIndex: number) => ({
  ...readQuery(publicWeather, { params: { farmIndex } }),
  refetchInterval: REFRESH_MS,
});

/** For so long a day that was read ahead, or looked at, can be drawn without being read again, ms. */
const AT_HAND_MS = HOUR_MS;

/** A Seoul day (yyyy-MM-dd) as the dialog shows it. */
export const weatherDayQuery = (farmIndex: number, date: string) => ({
  ...readQuery(simpleWeather, { params: { id: farmIndex }, query: { date } }),
  refetchInterval: REFRESH_MS,
  gcTime: AT_HAND_MS,
});

/** The forecast of a Seoul day (yyyy-MM-dd) by the hour. */
export const forecastQuery = (farmIndex: number, date: string) => ({
  ...readQuery(forecastRecord, { params: { id: farmIndex }, query: { date } }),
  refetchInterval: REFRESH_MS,
});

/** The Seoul days that are forecast, from the one that holds `now` on. */
export function forecastDates(now: number): string[] {
  const today = seoulDate(now);
  return Array.from({ length: FORECAST_DAYS }, (_, at) => addSeoulDays(today, at));
}
