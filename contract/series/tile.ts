import { bucketLevels, DAY_MS, type Resolution, SEOUL_OFFSET_MS } from '../time/time.ts';
import type { Point } from './points.ts';

/**
 * A record of any range is composed of tiles: the points of one channel at one resolution over a fixed number of Seoul
 * days. Tiles are long enough that a chart needs few of them, and short enough that late data invalidates little.
 */
const tileDays: { readonly [Level in Resolution]: number } = { raw: 1, '10m': 4, '1h': 8, '1d': 128 };

/** Length of one tile, ms. */
export function tileSpan(level: Resolution): number {
  return tileDays[level] * DAY_MS;
}

/** Number of the tile that contains the instant, counted from the Seoul day 1970-01-01. */
export function tileAt(at: number, level: Resolution): number {
  return Math.floor((at + SEOUL_OFFSET_MS) / tileSpan(level));
}

/** The instant at which a tile begins; it ends where the next one begins. */
export function tileBegin(tile: number, level: Resolution): number {
  return tile * tileSpan(level) - SEOUL_OFFSET_MS;
}

/** Numbers of the tiles for [begin, end), in order. */
export function tilesOf(begin: number, end: number, level: Resolution): number[] {
  const first = tileAt(begin, level);
  const count = tileAt(end - 1, level) - first + 1;
  return Array.from({ length: count }, (_, at) => first + at);
}

/**
 * The points of [begin, end): readings in it, and buckets that overlap it. The server cuts by the same rule, so that an
 * answer composed of tiles equals the server's.
 */
export function pointsWithin(points: readonly Point[], begin: number, end: number, level: Resolution): Point[] {
  const after = level === 'raw' ? begin - 1 : begin - bucketLevels[level];
  return points.filter(([at]) => at > after && at < end);
}

/** A tile that ended longer ago is sealed: its late readings are announced by the change cursor. */
const LATENESS_MS = 2 * DAY_MS;

/**
 * How long a list of changes is valid for composing records, ms. For this time after an own write, records come from
 * the server, so that the user does not see the old values.
 */
export const CHANGES_LIFE_MS = 5_000;

/** Whether a tile is complete, apart from late data that the change cursor announces. */
export function isSealed(tile: number, level: Resolution, now: number): boolean {
  return tileBegin(tile + 1, level) + LATENESS_MS <= now;
}
