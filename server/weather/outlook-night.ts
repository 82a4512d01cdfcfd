import { DAY_MS, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { HourForecast } from './kma/forecast.ts';
import type { ForecastNight } from './outlook.ts';

/** A grower's night: from the evening of its day until the sun has warmed the houses, whatever the season. */
const FROM_HOUR = 18;
const TO_HOUR = 8;
/** With fewer hours of it forecast the coldest may be missing. */
const LEAST_HOURS = 10;

/** The night that begins on a Seoul day, epoch ms, half open. */
export function nightOf(nightOn: string): { from: number; to: number } {
  const day = startOfSeoulDate(nightOn);
  return { from: day + FROM_HOUR * HOUR_MS, to: day + DAY_MS + TO_HOUR * HOUR_MS };
}

/** What is forecast of a night; null where too little of it is. */
export function forecastNight(hours: readonly HourForecast[], nightOn: string): ForecastNight | null {
  const { from, to } = nightOf(nightOn);
  const night = hours.filter(({ at }) => at >= from && at < to);
  const told = (of: (hour: HourForecast) => number | null) => night.flatMap((hour) => of(hour) ?? []);
  const temperatures = told(({ temperatureC }) => temperatureC);
  if (temperatures.length < LEAST_HOURS) return null;
  return {
    forecastMinC: Math.min(...temperatures),
    windMps: mean(told(({ windMps }) => windMps)) ?? 2,
    sky: mean(told(({ sky }) => sky)) ?? 3,
  };
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0) / values.length;
}
