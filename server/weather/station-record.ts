import type { StationRecord } from '#contract/weather/weather.ts';
import type { Store } from '../db/open.ts';
import { SerializedAnswer } from '../http/route.ts';
import { listChannels } from '../monitor/queries.ts';
import { bareGraph, findRecord, graphAsJson } from '../monitor/series.ts';
import { sourceOf } from './queries.ts';

/** What a station measured over [begin, end), epoch ms; no series where there is no station. */
export async function findStationRecord(
  store: Store,
  station: { number: number; name: string; isSimulated: boolean } | null,
  range: { begin: number; end: number },
): Promise<SerializedAnswer<StationRecord>> {
  const channels = station ? await listChannels(store, station.number) : [];
  // A direction has no mean, so that its buckets say nothing.
  const drawn = channels.filter(({ type }) => type !== 'WIND_DIRECTION');
  const { resolution, series } = await findRecord(store, drawn, range);
  const rest = { resolution, ...range, source: await sourceOf(store, station) };
  const parts = ['{"data":{"sensorGraph":', ...graphAsJson(series), `},${JSON.stringify(rest).slice(1)}`];
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return new SerializedAnswer({ data: { sensorGraph: bareGraph(series) }, ...rest }, bytes);
}
