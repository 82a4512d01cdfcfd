import { HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import { listChannels } from '../monitor/queries.ts';
import { mergeHours } from './forecast-day.ts';
import { listIssuedHours } from './forecast-queries.ts';
import { findPlaces, type RealSources } from './places.ts';
import { findStationValues } from './queries.ts';

/** The largest age of a station's values for control, ms: of a public one, and of a farm's own. */
export const STATION_MS = { public: 20 * MINUTE_MS, own: 30 * MINUTE_MS } as const;
/** The largest age of a forecast for control, ms. */
const FORECAST_MS = 6 * HOUR_MS;
const HOURS = 48;

/** The current weather at a farm, as far as it is fresh; null for what is unknown. */
type FreshWeather = {
  tempC: number | null;
  humidityPct: number | null;
  windMps: number | null;
  windFromDeg: number | null;
  rainMmH: number | null;
  rainTodayMm: number | null;
  /** Rain of the past two days by the hour, newest first, mm. */
  pastRainMm: readonly number[];
  /** From the next hour on; null when the newest issue is too old. */
  forecast: readonly { tempC: number; rainMm: number; popPct: number; windMps: number }[] | null;
};

/**
 * Weather for control rules, the farm's own station first, then the public one. Null without fresh values and forecast.
 */
export async function findFreshWeather(
  store: Queries,
  real: RealSources,
  farmId: number,
  now: number,
): Promise<FreshWeather | null> {
  const { publicStation, ownStation, forecast } = await findPlaces(store, real, farmId);
  const own = ownStation ? await freshValues(store, ownStation, now, STATION_MS.own) : undefined;
  const told = own ?? (publicStation ? await freshValues(store, publicStation, now, STATION_MS.public) : undefined);
  const station = own ? ownStation : publicStation;
  const issued = forecast ? await listIssuedHours(store, forecast, { from: now, to: now + HOURS * HOUR_MS }) : [];
  const isIssued = issued.some(
    ({ issuedAt, service }) => service !== 'getUltraSrtNcst' && now - issuedAt < FORECAST_MS,
  );
  if (!told && !isIssued) return null;
  const rain = told && station ? await rainOf(store, station.number, now) : { pastRainMm: [], rainTodayMm: null };
  return {
    tempC: told?.get('TEMPERATURE') ?? null,
    humidityPct: told?.get('HUMIDITY') ?? null,
    windMps: told?.get('WIND_SPEED') ?? null,
    windFromDeg: told?.get('WIND_DIRECTION') ?? null,
    rainMmH: told?.get('RAINFALL') ?? null,
    ...rain,
    forecast: isIssued
      ? mergeHours(issued).map(({ temperatureC, rainMm, probabilityPct, windMps }) => {
          return {
            tempC: temperatureC ?? Number.NaN,
            rainMm: rainMm?.value ?? 0,
            popPct: probabilityPct ?? 0,
            windMps: windMps ?? 0,
          };
        })
      : null,
  };
}

type Station = Parameters<typeof findStationValues>[1];

/** Fresh values by type; undefined when there are none. */
async function freshValues(
  store: Queries,
  station: Station,
  now: number,
  freshMs: number,
): Promise<Map<string, number> | undefined> {
  const values = await findStationValues(store, station);
  const fresh = values.flatMap(({ type, value, date }): [string, number][] =>
    value !== null && date !== null && now - Date.parse(date) < freshMs ? [[type, value]] : [],
  );
  return fresh.length > 0 ? new Map(fresh) : undefined;
}

/** Hourly rain. The mean of an hour in mm/h equals the rain of that hour in mm. */
async function rainOf(store: Queries, number: number, now: number) {
  const gauge = (await listChannels(store, number)).find(({ type }) => type === 'RAINFALL');
  if (!gauge) return { pastRainMm: [], rainTodayMm: null };
  const begin = now - HOURS * HOUR_MS;
  const hours = await listPoints(store, { channel: gauge, resolution: '1h', begin, end: now });
  const today = startOfSeoulDay(now);
  return {
    pastRainMm: hours.map(([, , mean]) => mean).reverse(),
    rainTodayMm: hours.filter(([at]) => at >= today).reduce((sum, [, , mean]) => sum + mean, 0),
  };
}
