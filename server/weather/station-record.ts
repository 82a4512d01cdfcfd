import type { StationRecord, WeatherStation } from '#contract/weather/weather.ts';
import type { Store } from '../db/open.ts';
import { SerializedAnswer } from '../http/route.ts';
import { type FoundChannel, listChannels, targetOf } from '../monitor/queries.ts';
import { bareGraph, findRecord, graphAsJson } from '../monitor/series.ts';
import type { WeatherPlaces } from './places.ts';
import { sourceOf } from './queries.ts';

/** The measurements of a station over [begin, end), epoch ms; no series without a station. */
export async function findStationRecord(
  store: Store,
  station: { number: number; name: string; isSimulated: boolean } | null,
  range: { begin: number; end: number },
): Promise<SerializedAnswer<StationRecord>> {
  const { resolution, series } = await findRecord(store, station ? await listDrawn(store, station.number) : [], range);
  const rest = { resolution, ...range, source: await sourceOf(store, station) };
  const parts = ['{"data":{"sensorGraph":', ...graphAsJson(series), `},${JSON.stringify(rest).slice(1)}`];
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return new SerializedAnswer({ data: { sensorGraph: bareGraph(series) }, ...rest }, bytes);
}

/** The channels of a station that can be drawn. Wind direction is left out: a mean of directions means nothing. */
async function listDrawn(store: Store, number: number): Promise<FoundChannel[]> {
  return (await listChannels(store, number)).filter(({ type }) => type !== 'WIND_DIRECTION');
}

/** The stations of a farm with their channels that can be drawn. */
export async function listStations(
  store: Store,
  { publicStation, ownStation }: WeatherPlaces,
): Promise<WeatherStation[]> {
  const stations: WeatherStation[] = [];
  for (const station of [publicStation, ownStation]) {
    if (!station) continue;
    const { number, name, isSimulated } = station;
    const sensors = (await listDrawn(store, number)).map(targetOf);
    stations.push({ kind: station === publicStation ? 'public' : 'own', number, name, isSimulated, sensors });
  }
  return stations;
}
