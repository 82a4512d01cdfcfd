import * as z from 'zod/mini';
import { leadRecord } from '#contract/farm/lead-farm.ts';
import { record, type Series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { pointsWithin } from '#contract/series/tile.ts';
import { type Resolution, stepOf } from '#contract/time/time.ts';
import type { TileChannel } from './tile-db.ts';

/** Actuators and sensors whose series are requested. */
export type Lines = { devices: readonly number[]; sensors: readonly number[] };

/** A record, or the comparison of own series with those of a lead farm. */
export type RecordAsked = { own: Lines; lead: Lines | null; begin: number; end: number };

/**
 * Builds the response that the server would send from tiles: `pointsOf` returns a channel's points of all tiles of the
 * range, in order of time.
 */
export function composeRecord(
  { own, lead, begin, end }: RecordAsked,
  channels: ReadonlyMap<number, TileChannel>,
  level: Resolution,
  pointsOf: (channel: number) => readonly Point[],
): z.input<(typeof record)['answer']> | z.input<(typeof leadRecord)['answer']> {
  const graph = (indexes: readonly number[]): Series[] =>
    indexes.flatMap((index) => {
      const channel = channels.get(index);
      if (!channel) return [];
      const { type, name, areaName, unit, intervalMs } = channel;
      const points = pointsWithin(pointsOf(index), begin, end, level);
      return [{ index, type, name, areaName, unit, stepMs: stepOf(level, intervalMs), points }];
    });
  const graphs = ({ devices, sensors }: Lines) => ({ deviceGraph: graph(devices), sensorGraph: graph(sensors) });
  const rest = { resolution: level, begin, end };
  return lead
    ? z.encode(leadRecord.answer, { data: { my: graphs(own), lead: graphs(lead) }, ...rest })
    : z.encode(record.answer, { data: graphs(own), ...rest });
}
