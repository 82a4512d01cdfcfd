import { bucketLevels, DAY_MS, type Resolution, SEOUL_OFFSET_MS } from '../time/time.ts';
import type { Point } from './points.ts';

/**
 * A record of any range is composed of tiles: the points of one channel at one resolution over a fixed stretch of
 * Seoul days. The stretches are long enough that few make up a chart and short enough that late data spoils little.
 */
const tileDays: { readonly [Level in Resolution]: number } = { raw: 1, '10m': 4, '1h': 8, '1d': 128 };

/** How long one tile is, ms. */
export function tileSpan(level: Resolution): number {
  return tileDays[level] * DAY_MS;
}

/** Number of the tile that holds the instant, counted from the Seoul day 1970-01-01. */
export function tileAt(at: number, level: Resolution): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / tileSpan(level));
}

/** The instant at which a tile begins; it ends where the next one does. */
export function tileBegin(tile: number, level: Resolution): number {
  return tile * tileSpan(level) - SEOUL_OFFSET_MS;
}

/** Numbers of the tiles that hold the points of [begin, end), in order. */
export function tilesOf(begin: number, end: number, level: Resolution): number[] {
  const first = tileAt(begin, level);
  const count = tileAt(end - 1, level) - first + 1;
  return Array.from({ length: count }, (_, at) => first + at);
}

/**
 * Of points in order of time those that belong to [begin, end): readings in it, and buckets that overlap it. The
 * server cuts by the same rule, so that an answer composed of tiles is the server's answer.
 */
export function pointsWithin(points: readonly Point[], begin: number, end: number, level: Resolution): Point[] {
  const after = level === 'raw' ? begin - 1 : begin - bucketLevels[level];
  return points.filter(([at]) => at > after && at < end);
}

/** Readings may come this late without anybody being told; a tile that ended before that is sealed. */
const LATENESS_MS = 2 * DAY_MS;

/**
 * What changed is asked for at most this often before a record is composed of tiles, ms. For so long after a write of
 * one's own the server is asked instead: nobody is shown what they have just changed as it was.
 */
export const CHANGES_LIFE_MS = 5_000;

/** Whether a tile changes no more on its own: late data is then told by the change cursor. */
export function isSealed(tile: number, level: Resolution, now: number): boolean {
  return tileBegin(tile + 1, level) + LATENESS_MS <= now;
}
