import type { Point } from '#contract/series/points.ts';
import { bucketLevels } from '#contract/time/time.ts';
import { bucketsOf as storedBuckets } from '../db/bucket/buckets.ts';
import type { Queries } from '../db/open.ts';
import { goodReadings } from '../db/points.ts';

/** Width of the buckets that the rules use, ms. */
export const WIDTH_MS = bucketLevels['10m'];

/** A time span, epoch ms, without its end. */
export type Span = { from: number; to: number };

/** A bucket as a point, and the number of its good readings. */
export type Bucket = { point: Point; count: number };

/** The 10-minute buckets of a channel that begin within the span, sorted by time. */
export async function bucketsOf(store: Queries, farmId: number, index: number, span: Span): Promise<Bucket[]> {
  const found = await storedBuckets(store, { farmId, index, level: '10m' }, span);
  // The rules use only the extremes, so the minimum stands in place of the mean.
  return found.map(({ start, min, max, count }) => ({ point: [start, min, min, max], count }));
}

/** The good readings of a channel within the span, sorted by time. */
export async function readingsOf(store: Queries, farmId: number, index: number, { from, to }: Span): Promise<Point[]> {
  const found = await goodReadings(store, { channel: { farmId, index, isCalibrated: 0 }, begin: from, end: to });
  return found.map(({ at, value }) => [at, value, value, value]);
}
