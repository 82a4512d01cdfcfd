import { bucketStart, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import { listChannels } from '../monitor/queries.ts';
import { mergeHours } from './forecast-day.ts';
import { listIssuedHours } from './forecast-queries.ts';
import type { HourForecast } from './kma/forecast.ts';
import { findPlaces, type RealSources } from './places.ts';
import { findStationValues } from './queries.ts';

/** The largest age of a station's values for control, ms: of a public one, and of a farm's own. */
export const STATION_MS = { public: 20 * MINUTE_MS, own: 30 * MINUTE_MS } as const;
/** The largest age of a forecast for control, ms. */
const FORECAST_MS = 6 * HOUR_MS;
const HOURS = 48;

/** The current weather at a farm, as far as it is fresh; null for what is unknown. */
type FreshWeather = {
  /** Whether the measured values are those of the farm's own station. */
  isOwn: boolean;
  tempC: number | null;
  humidityPct: number | null;
  windMps: number | null;
  windFromDeg: number | null;
  rainMmH: number | null;
  rainTodayMm: number | null;
  /** Rain of the past two days, newest first without gaps, mm; null for an hour that was not measured. */
  pastRainMm: readonly (number | null)[];
  /** Hour by hour without gaps, from the next hour on; null when the newest issue is too old. */
  forecast: readonly ForecastHour[] | null;
};

type ForecastHour = Record<'tempC' | 'rainMm' | 'popPct' | 'windMps', number | null>;

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
  const measured = own ?? (publicStation ? await freshValues(store, publicStation, now, STATION_MS.public) : undefined);
  const station = own ? ownStation : publicStation;
  const issued = forecast ? await listIssuedHours(store, forecast, { from: now, to: now + HOURS * HOUR_MS }) : [];
  const hours = mergeHours(issued.filter(({ issuedAt }) => now - issuedAt < FORECAST_MS));
  if (!measured && hours.length === 0) return null;
  const { pastRainMm, rainTodayMm } =
    measured && station ? await rainOf(store, station.number, now) : { pastRainMm: [], rainTodayMm: null };
  return {
    isOwn: own !== undefined,
    tempC: measured?.get('TEMPERATURE') ?? null,
    humidityPct: measured?.get('HUMIDITY') ?? null,
    windMps: measured?.get('WIND_SPEED') ?? null,
    windFromDeg: measured?.get('WIND_DIRECTION') ?? null,
    rainMmH: measured?.get('RAINFALL') ?? null,
    rainTodayMm: measured?.has('RAINFALL') ? rainTodayMm : null,
    pastRainMm,
    forecast: hours.length > 0 ? byTheHour(hours, now) : null,
  };
}

/** From the next hour to the last one that is forecast; an hour in between that is missing has no values. */
function byTheHour(hours: readonly HourForecast[], now: number): ForecastHour[] {
  const first = bucketStart(now - 1, HOUR_MS) + HOUR_MS;
  const count = ((hours.at(-1)?.at ?? first) - first) / HOUR_MS + 1;
  const hourAt = new Map(hours.map((hour) => [hour.at, hour]));
  return Array.from({ length: count }, (_, at) => {
    const hour = hourAt.get(first + at * HOUR_MS);
    return {
      tempC: hour?.temperatureC ?? null,
      rainMm: hour?.rainMm?.value ?? null,
      popPct: hour?.probabilityPct ?? null,
      windMps: hour?.windMps ?? null,
    };
  });
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

/**
 * Hourly rain, the current hour first. The mean of an hour in mm/h equals the rain of that hour in mm. An hour without
 * measurements leaves the day's rain unknown, except the current one, of which nothing may have been sent yet.
 */
async function rainOf(store: Queries, number: number, now: number) {
  const gauge = (await listChannels(store, number)).find(({ type }) => type === 'RAINFALL');
  if (!gauge) return { pastRainMm: [], rainTodayMm: null };
  const current = bucketStart(now, HOUR_MS);
  const begin = current - (HOURS - 1) * HOUR_MS;
  const points = await listPoints(store, { channel: gauge, resolution: '1h', begin, end: now + 1 });
  const mmAt = new Map(points.map(([at, , mean]) => [at, mean]));
  return rainByTheHour((hour) => mmAt.get(hour), now);
}

/** The rain of two days, and of the day so far, from what each hour had, mm; undefined for one without measurements. */
export function rainByTheHour(mmOf: (hour: number) => number | undefined, now: number) {
  const current = bucketStart(now, HOUR_MS);
  const pastRainMm = Array.from({ length: HOURS }, (_, back) => mmOf(current - back * HOUR_MS) ?? null);
  const today = pastRainMm.slice(0, (current - startOfSeoulDay(now)) / HOUR_MS + 1);
  const isWhole = !today.slice(1).includes(null);
  return {
    pastRainMm,
    rainTodayMm: isWhole ? today.reduce<number>((sum, mm) => sum + (mm ?? 0), 0) : null,
  };
}
