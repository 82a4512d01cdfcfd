import { channelTypes } from '#contract/series/sensor-types.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import type { WeatherValues } from '#contract/weather/weather.ts';
import {
  FORECAST_PLACE_NAME,
  measuredNames,
  OBSERVED_PLACE_NAME,
  PRECIPITATION_TYPE_NAME,
} from '#contract/weather/weather-text.ts';
import type { Queries } from '../db/open.ts';
import { mergeHours } from './forecast-day.ts';
import { listIssuedHours } from './forecast-queries.ts';
import type { HourForecast } from './kma/forecast.ts';
import type { WeatherPlaces } from './places.ts';
import { findStationValues } from './queries.ts';

/** The largest age of a current value, ms. */
const NOW_MS = 2 * HOUR_MS;

type Value = WeatherValues['sensorValues'][number];

/**
 * The current weather at a farm: the measurements of its public station, and the kind of precipitation. If the station
 * has sent no temperature for hours, the observation or forecast for the farm's position replaces it.
 */
export async function findWeatherNow(
  store: Queries,
  { publicStation, forecast }: WeatherPlaces,
  now: number,
): Promise<Value[]> {
  const measured = await findStationValues(store, publicStation);
  const hours = forecast ? hoursOfNow(await listIssuedHours(store, forecast, { from: now - NOW_MS, to: now + 1 })) : [];
  const temperature = stated(hours, 'TEMPERATURE');
  const isFresh = measured.some(
    ({ type, value, date }) => type === 'TEMPERATURE' && value !== null && isWithin(date, now),
  );
  const falls = stated(hours, 'PRECIPITATION_TYPE');
  if (isFresh || temperature.length === 0) return [...measured, ...falls];
  return [...temperature, ...measured.filter(({ type }) => type !== 'TEMPERATURE'), ...falls];
}

const isWithin = (date: string | null, now: number) => date !== null && now - Date.parse(date) < NOW_MS;

type HourOfNow = HourForecast & { areaName: string };

/** Observations first, then forecasts; the newest hour first in each. */
function hoursOfNow(issued: Awaited<ReturnType<typeof listIssuedHours>>): HourOfNow[] {
  const observed = issued.filter(({ service }) => service === 'getUltraSrtNcst').sort((a, b) => b.at - a.at);
  return [
    ...observed.map((hour) => ({ ...hour, areaName: OBSERVED_PLACE_NAME })),
    ...mergeHours(issued)
      .reverse()
      .map((hour) => ({ ...hour, areaName: FORECAST_PLACE_NAME })),
  ];
}

const fields = {
  TEMPERATURE: {
    field: 'temperatureC',
    sensorName: measuredNames.TEMPERATURE ?? channelTypes.TEMPERATURE.label,
    unit: channelTypes.TEMPERATURE.unit,
  },
  PRECIPITATION_TYPE: { field: 'precipitationType', sensorName: PRECIPITATION_TYPE_NAME, unit: '' },
} as const;

/** The value of a quantity in the first hour that has it; empty when none has. */
function stated(hours: readonly HourOfNow[], type: keyof typeof fields): Value[] {
  const { field, sensorName, unit } = fields[type];
  const hour = hours.find((one) => one[field] !== null);
  if (!hour) return [];
  const date = new Date(hour.at).toISOString();
  return [{ sensorName, value: hour[field], unit, areaName: hour.areaName, date, type }];
}
