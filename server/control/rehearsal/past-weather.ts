import { bucketStart, HOUR_MS } from '#contract/time/time.ts';
import type { Queries } from '../../db/open.ts';
import { listPoints } from '../../db/points.ts';
import { listChannels } from '../../monitor/queries.ts';
import { findPlaces, type RealSources } from '../../weather/places.ts';
import { rainByTheHour, STATION_MS } from '../../weather/weather-for-control.ts';
import { countUntil } from '../decide/readings.ts';
import type { Weather } from '../decide/world.ts';
import type { Pace } from './pace.ts';
import { loadPast, type PastPoints } from './past-series.ts';

const MEASURED = ['TEMPERATURE', 'HUMIDITY', 'WIND_SPEED', 'WIND_DIRECTION', 'RAINFALL'] as const;
type MeasuredType = (typeof MEASURED)[number];

/** Hours of past rain that rules may ask for. */
const RAIN_HOURS = 48;

type Station = {
  isOwn: boolean;
  freshMs: number;
  series: ReadonlyMap<MeasuredType, PastPoints>;
  rain(at: number): ReturnType<typeof rainByTheHour>;
};
type Range = { begin: number; end: number };

/**
 * The measured weather of a farm at any instant of the range; null without a fresh value. Past forecasts are not
 * stored, so there is no forecast.
 */
export async function loadPastWeather(
  store: Queries,
  real: RealSources,
  farmId: number,
  range: Range,
  pace: Pace,
): Promise<(at: number) => Weather | null> {
  const { ownStation, publicStation } = await findPlaces(store, real, farmId);
  const stations: Station[] = [];
  if (ownStation) stations.push(await loadStation(store, ownStation, 'own', range, pace));
  if (publicStation) stations.push(await loadStation(store, publicStation, 'public', range, pace));
  return (at) => {
    for (const station of stations) {
      const weather = weatherOf(station, at);
      if (weather) return weather;
    }
    return null;
  };
}

async function loadStation(
  store: Queries,
  { number }: { number: number },
  kind: keyof typeof STATION_MS,
  range: Range,
  pace: Pace,
): Promise<Station> {
  const channels = await listChannels(store, number);
  const series = new Map<MeasuredType, PastPoints>();
  const mmAt = new Map<number, number>();
  for (const type of MEASURED) {
    const channel = channels.find((one) => one.type === type);
    if (!channel) continue;
    series.set(type, await loadPast(store, channel, range, pace));
    if (type !== 'RAINFALL') continue;
    const begin = range.begin - RAIN_HOURS * HOUR_MS;
    const hours = await listPoints(store, { channel, resolution: '1h', begin, end: range.end });
    for (const [at, , mean] of hours) mmAt.set(at, mean);
  }
  return { isOwn: kind === 'own', freshMs: STATION_MS[kind], series, rain: rainUntil(mmAt) };
}

/** Rain of complete hours: of the current one the sum would tell what was still to come. */
function rainUntil(mmAt: ReadonlyMap<number, number>): Station['rain'] {
  let last: { hour: number; rain: ReturnType<Station['rain']> } | undefined;
  return (at) => {
    const current = bucketStart(at, HOUR_MS);
    if (last?.hour !== current) {
      last = { hour: current, rain: rainByTheHour((hour) => (hour < current ? mmAt.get(hour) : undefined), at) };
    }
    return last.rain;
  };
}

function weatherOf({ isOwn, freshMs, series, rain: rainAt }: Station, at: number): Weather | null {
  const fresh = (type: MeasuredType): number | null => {
    const points = series.get(type) ?? [];
    const newest = points[countUntil(points, at) - 1];
    return newest && at - newest[0] < freshMs ? newest[1] : null;
  };
  const values = MEASURED.map(fresh);
  if (values.every((value) => value === null)) return null;
  const [tempC, humidityPct, windMps, windFromDeg, rainMmH] = values;
  const rain = rainAt(at);
  return {
    isOwn,
    tempC: tempC ?? null,
    humidityPct: humidityPct ?? null,
    windMps: windMps ?? null,
    windFromDeg: windFromDeg ?? null,
    rainMmH: rainMmH ?? null,
    pastRainMm: rain.pastRainMm,
    rainTodayMm: rainMmH == null ? null : rain.rainTodayMm,
    forecast: null,
  };
}
