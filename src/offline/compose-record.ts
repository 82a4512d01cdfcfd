import type { MonitorRecord, Point, Series } from '#contract/monitor.ts';
import { pointsWithin } from '#contract/tile.ts';
import { type Resolution, stepOf } from '#contract/time.ts';
import type { TileChannel } from './tile-db.ts';

export type RecordAsked = { devices: readonly number[]; sensors: readonly number[]; begin: number; end: number };

/**
 * The record the server would answer, composed of tiles: `pointsOf` gives a channel's points of all tiles of the
 * range in order of time.
 */
export function composeRecord(
  asked: RecordAsked,
  channels: ReadonlyMap<number, TileChannel>,
  level: Resolution,
  pointsOf: (channel: number) => readonly Point[],
): MonitorRecord {
  const { begin, end } = asked;
  const graph = (indexes: readonly number[]): Series[] =>
    indexes.flatMap((index) => {
      const channel = channels.get(index);
      if (!channel) return [];
      const { type, name, areaName, unit, intervalMs } = channel;
      const points = pointsWithin(pointsOf(index), begin, end, level);
      return [{ index, type, name, areaName, unit, stepMs: stepOf(level, intervalMs), points }];
    });
  return {
    data: { deviceGraph: graph(asked.devices), sensorGraph: graph(asked.sensors) },
    ...{ resolution: level, begin, end },
  };
}
