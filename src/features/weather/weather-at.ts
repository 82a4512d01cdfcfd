import { type AgeTone, staleness } from '#contract/series/staleness.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherValues } from '#contract/weather/weather.ts';
import { FORECAST_PLACE_NAME, OBSERVED_PLACE_NAME } from '#contract/weather/weather-text.ts';

/** The reporting interval of stations and of the grid's observations, ms. */
const STATION_INTERVAL_MS = 10 * MINUTE_MS;

type WeatherAt = {
  /** 0 to 7, see contract/weather/sky.ts; null if unknown. */
  precipitationType: number | null;
  /** ℃ */
  temperature: number | null;
  /** When the temperature was measured, epoch ms; null without a measurement: a forecast has no age. */
  at: number | null;
  /** The tone for that age; null without a measurement. */
  tone: AgeTone | null;
  /** The temperature is the forecast for this hour, because there is no measurement. */
  isForecast: boolean;
};

/** The weather in the header, judged at `now` (epoch ms). Without values all fields are null. */
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
