import { DAY_MS, HOUR_MS, seoulClock, startOfSeoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import type { ForecastHour, ForecastRecord, SimpleWeather, WeatherSource } from '#contract/weather/weather.ts';
import { FORECAST_PLACE_NAME } from '#contract/weather/weather-text.ts';
import { findExtremes } from '../db/bucket/extremes.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import { listChannels } from '../monitor/queries.ts';
import { figuresOf, type IssuedHour, mergeHours } from './forecast-day.ts';
import type { Amount } from './kma/amount.ts';
import type { HourForecast } from './kma/forecast.ts';
import type { ForecastPlace, PublicStation, WeatherPlaces } from './places.ts';
import { findStationValues, sourceOf } from './queries.ts';

/** The hours that begin in [from, to), epoch ms, of all issues, including observations. */
export async function listIssuedHours(
  { db }: Queries,
  { cell, isSimulated }: Pick<ForecastPlace, 'cell' | 'isSimulated'>,
  { from, to }: { from: number; to: number },
): Promise<IssuedHour[]> {
  const rows = await db
    .selectFrom('forecast_hour')
    .selectAll()
    .where('cell', '=', cell)
    .where('is_simulated', '=', isSimulated ? 1 : 0)
    .where('at', '>=', from)
    .where('at', '<', to)
    .execute();
  return rows.map((row) => ({
    service: row.service,
    issuedAt: row.issued_at,
    at: row.at,
    temperatureC: row.temperature_c,
    dayMinC: row.day_min_c,
    dayMaxC: row.day_max_c,
    humidityPct: row.humidity_pct,
    sky: row.sky,
    precipitationType: row.precipitation_type,
    probabilityPct: row.probability_pct,
    rainMm: amountOf(row.rain_min_mm, row.rain_max_mm, row.rain_mm),
    snowCm: amountOf(row.snow_min_cm, row.snow_max_cm, row.snow_cm),
    windMps: row.wind_mps,
    windDeg: row.wind_deg,
  }));
}

function amountOf(min: number | null, max: number | null, value: number | null): Amount | null {
  return min === null || value === null ? null : { min, max, value };
}

/** The hourly forecast of a Seoul day. */
export async function findForecast(store: Queries, { forecast }: WeatherPlaces, date: string): Promise<ForecastRecord> {
  const from = startOfSeoulDate(date);
  const issued = forecast ? await listIssuedHours(store, forecast, { from, to: from + DAY_MS }) : [];
  return { hours: mergeHours(issued).map(hourOnWire), ...(await issueOf(store, forecast, issued)) };
}

function hourOnWire({ at, dayMinC: _, dayMaxC: __, ...hour }: HourForecast): ForecastHour {
  return { at: new Date(at).toISOString(), ...hour };
}

/** The newest issue among the hours: its time and its source. */
async function issueOf(
  { db }: Queries,
  forecast: ForecastPlace | null,
  issued: readonly IssuedHour[],
): Promise<{ issuedAt: string | null; source: WeatherSource }> {
  const name = forecast ? FORECAST_PLACE_NAME : null;
  const source = { name, observedAt: null, fetchedAt: null, isSimulated: forecast?.isSimulated ?? false };
  const newest = issued
    .filter(({ service }) => service !== 'getUltraSrtNcst')
    .sort((a, b) => b.issuedAt - a.issuedAt)[0];
  if (!forecast || !newest) return { issuedAt: null, source };
  const { fetched_at } = await db
    .selectFrom('forecast_issue')
    .select('fetched_at')
    .where('cell', '=', forecast.cell)
    .where('is_simulated', '=', forecast.isSimulated ? 1 : 0)
    .where('service', '=', newest.service)
    .where('issued_at', '=', newest.issuedAt)
    .executeTakeFirstOrThrow();
  return {
    issuedAt: new Date(newest.issuedAt).toISOString(),
    source: { ...source, fetchedAt: new Date(fetched_at).toISOString() },
  };
}

/** One Seoul day in the form of the weather dialog. */
export async function findDay(
  store: Queries,
  { publicStation, forecast }: WeatherPlaces,
  { date, now }: { date: string; now: number },
): Promise<SimpleWeather> {
  const day = startOfSeoulDate(date);
  const issued = forecast ? await listIssuedHours(store, forecast, { from: day, to: day + DAY_MS }) : [];
  const hours = mergeHours(issued);
  const measured = await findMeasured(store, publicStation, day);
  const { max, min, precipitations } = figuresOf({ now, day, hours, ...measured });
  const { source: origin, issuedAt } = await issueOf(store, forecast, issued);
  return {
    maxTemperature: max,
    minTemperature: min,
    currentTemperature:
      day === startOfSeoulDay(now) ? await findCurrent(store, publicStation, { now, hours }) : nothing,
    precipitations,
    issuedAt,
    source: await sourceOf(store, publicStation),
    forecast: origin,
  };
}

const nothing = { value: null, time: null, isForecast: false };

/** The measurements of a station on a Seoul day. */
async function findMeasured(store: Queries, station: PublicStation | null, day: number) {
  const channels = station ? await listChannels(store, station.number) : [];
  const thermometer = channels.find(({ type }) => type === 'TEMPERATURE');
  const gauge = channels.find(({ type }) => type === 'RAINFALL');
  const range = { from: day, to: day + DAY_MS - 1, isAnyCalibrated: false };
  const extremes =
    thermometer && (await findExtremes(store, thermometer.farmId, [thermometer.index], range)).get(thermometer.index);
  const asked = { resolution: '1h', begin: day, end: day + DAY_MS } as const;
  const rain = gauge ? await listPoints(store, { channel: gauge, ...asked }) : [];
  // The mean of an hour in mm/h equals the rain of that hour in mm.
  return { measured: extremes, rainMm: new Map(rain.map(([at, , mean]) => [at, mean])) };
}

async function findCurrent(
  store: Queries,
  station: PublicStation | null,
  { now, hours }: { now: number; hours: readonly HourForecast[] },
): Promise<SimpleWeather['currentTemperature']> {
  const found = (await findStationValues(store, station)).find(({ type }) => type === 'TEMPERATURE');
  const at = found?.date ? Date.parse(found.date) : undefined;
  // A reading from before this day is not a current temperature.
  if (found && at !== undefined && found.value !== null && at >= startOfSeoulDay(now)) {
    return { value: found.value, time: seoulClock(at), isForecast: false };
  }
  const hour = hours.find((one) => one.at <= now && now < one.at + HOUR_MS);
  if (!hour || hour.temperatureC === null) return nothing;
  return { value: hour.temperatureC, time: seoulClock(hour.at), isForecast: true };
}
