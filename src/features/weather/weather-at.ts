import { type AgeTone, staleness } from '#contract/series/staleness.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherValues } from '#contract/weather/weather.ts';
import { FORECAST_PLACE_NAME, OBSERVED_PLACE_NAME } from '#contract/weather/weather-text.ts';

/** How often a station reports, and how often the grid is observed, ms. */
const STATION_INTERVAL_MS = 10 * MINUTE_MS;

type WeatherAt = {
  /** 0 to 7, see contract/weather/sky.ts; null: not known. */
  precipitationType: number | null;
  /** ℃ */
  temperature: number | null;
  /** When the temperature was measured, epoch ms; null without one: a forecast has no age by the hour it is for. */
  at: number | null;
  /** How old that looks; null where nothing was measured. */
  tone: AgeTone | null;
  /** The temperature was never measured: what is forecast for this hour stands in. */
  isForecast: boolean;
};

/** What the header says of the weather, judged at `now` (epoch ms). An answer without values says nothing of either. */
export function weatherAt(values: WeatherValues['sensorValues'], now: number): WeatherAt {
  const find = (type: WeatherValues['sensorValues'][number]['type']) =>
    values.find((one) => one.type === type && one.value !== null);
  const temperature = find('TEMPERATURE');
  const isForecast = temperature?.areaName === FORECAST_PLACE_NAME;
  const at = isForecast || temperature?.date == null ? null : Date.parse(temperature.date);
  const intervalMs = temperature?.areaName === OBSERVED_PLACE_NAME ? HOUR_MS : STATION_INTERVAL_MS;
  return {
    precipitationType: find('PRECIPITATION_TYPE')?.value ?? null,
    temperature: temperature?.value ?? null,
    at,
    tone: temperature && !isForecast ? staleness(at, intervalMs, now).tone : null,
    isForecast,
  };
}
