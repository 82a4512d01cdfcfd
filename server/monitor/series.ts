import type { Series } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { keptLevel, MAX_RAW_POINTS, type Resolution, resolutionFor, stepOf } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { writePoints } from '../db/points.ts';
import type { FoundChannel } from './queries.ts';

/** A series whose points are JSON already, as bytes. */
export type WrittenSeries = { head: Omit<Series, 'points'>; points: Uint8Array };

type Range = { begin: number; end: number };

/** The channels over [begin, end), in the given order, at the one resolution that suits the range and is still kept. */
export async function findRecord(
  store: Store,
  channels: readonly FoundChannel[],
  range: Range,
): Promise<{ resolution: Resolution; series: WrittenSeries[] }> {
  const length = range.end - range.begin;
  const kept = (level: Resolution) => keptLevel(level, range.begin, store.horizons.keptSince());
  const resolution = kept(resolutionFor(length, Math.min(...channels.map(({ intervalMs }) => intervalMs))));
  const series = await seriesOf(store, channels, { ...range, resolution });
  if (series) return { resolution, series };
  const coarser = kept(resolutionFor(length, 0));
  return { resolution: coarser, series: (await seriesOf(store, channels, { ...range, resolution: coarser })) ?? [] };
}

/** Undefined when a channel has too many raw readings for one answer. */
async function seriesOf(
  store: Queries,
  channels: readonly FoundChannel[],
  { resolution, ...range }: Range & { resolution: Resolution },
): Promise<WrittenSeries[] | undefined> {
  const found: WrittenSeries[] = [];
  for (const channel of channels) {
    const { index, type, name, areaName, intervalMs } = channel;
    const { count, json: points } = await writePoints(store, { channel, resolution, ...range }, MAX_RAW_POINTS + 1);
    if (resolution === 'raw' && count > MAX_RAW_POINTS) return undefined;
    const unit = channelTypes[type].unit;
    found.push({ head: { index, type, name, areaName, unit, stepMs: stepOf(resolution, intervalMs) }, points });
  }
  return found;
}

/** The series without their points, which are JSON already and are not validated. */
export const bareGraph = (graph: readonly WrittenSeries[]): Series[] =>
  graph.map(({ head }) => ({ ...head, points: [] }));

/** The series as a JSON list, in parts to be joined. */
export function graphAsJson(graph: readonly WrittenSeries[]): (string | Uint8Array)[] {
  const parts = graph.flatMap(({ head, points }, at) => [
    `${at === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)},"points":`,
    points,
    '}',
  ]);
  return ['[', ...parts, ']'];
}
