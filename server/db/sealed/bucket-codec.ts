import { bodyOf, columnsOf } from './checked-body.ts';
import { putNumbers, takeNumbers } from './number-column.ts';
import { newModel, RangeDecoder, RangeEncoder } from './range-coder.ts';
import { planColumn, putColumn, takeColumn } from './whole-column.ts';

/** A bucket of good readings: its start (epoch ms), their number, their sum in millionths, and their extremes. */
export type Bucket = { start: number; count: number; sumMicro: number; min: number; max: number };

/** The same with the times of its extremes, epoch ms; of equal ones the earlier. */
export type TimedBucket = Bucket & { minAt: number; maxAt: number };

/** The buckets of a body are `width` ms wide and begin at `begin` (epoch ms) or whole widths after it. */
type Grid = { begin: number; width: number };

/** Encodes buckets losslessly; without `withTimes` the times of the extremes are left out. */
export function encodeBuckets(
  buckets: readonly TimedBucket[],
  { begin, width }: Grid,
  { withTimes }: { withTimes: boolean },
): Uint8Array {
  const encoder = new RangeEncoder();
  const putWholes = (of: (bucket: TimedBucket) => number) => putColumn(encoder, planColumn(buckets.map(of)));
  encoder.put(buckets.length, newModel());
  encoder.put(withTimes ? 1 : 0, newModel());
  putWholes(({ start }) => (start - begin) / width);
  putWholes(({ count }) => count);
  putMultiples(
    encoder,
    buckets.map(({ sumMicro }) => sumMicro),
  );
  for (const extreme of ['min', 'max'] as const)
    putNumbers(
      encoder,
      buckets.map((bucket) => bucket[extreme]),
    );
  if (withTimes) {
    for (const time of ['minAt', 'maxAt'] as const)
      putMultiples(
        encoder,
        buckets.map((bucket) => bucket[time] - bucket.start),
      );
  }
  return bodyOf(encoder.end());
}

/** Decodes buckets, sorted as they were. Throws RangeError for damaged bytes or an unknown version. */
export const decodeBuckets = (body: Uint8Array, grid: Grid): Bucket[] => takeBuckets(body, grid).buckets;

/** The same with times; undefined when the body was encoded without them. */
export function decodeTimedBuckets(body: Uint8Array, grid: Grid): TimedBucket[] | undefined {
  const { decoder, hasTimes, buckets } = takeBuckets(body, grid);
  if (!hasTimes) return undefined;
  const minAt = takeMultiples(decoder, buckets.length);
  const maxAt = takeMultiples(decoder, buckets.length);
  return buckets.map((bucket, index) => ({
    ...bucket,
    minAt: bucket.start + (minAt[index] ?? 0),
    maxAt: bucket.start + (maxAt[index] ?? 0),
  }));
}

function takeBuckets(body: Uint8Array, { begin, width }: Grid) {
  const decoder = new RangeDecoder(columnsOf(body));
  const length = decoder.take(newModel());
  const hasTimes = decoder.take(newModel()) === 1;
  const places = takeColumn(decoder, length);
  const counts = takeColumn(decoder, length);
  const sums = takeMultiples(decoder, length);
  const min = takeNumbers(decoder, length);
  const max = takeNumbers(decoder, length);
  const buckets = places.map(
    (place, index): Bucket => ({
      start: begin + place * width,
      count: counts[index] ?? 0,
      sumMicro: sums[index] ?? 0,
      min: min[index] ?? 0,
      max: max[index] ?? 0,
    }),
  );
  return { decoder, hasTimes, buckets };
}

/**
 * Sums of readings with one decimal are multiples of 100,000 millionths, and times on the minute of 60,000 ms: what all
 * have in common is written once.
 */
function putMultiples(encoder: RangeEncoder, wholes: readonly number[]): void {
  const unit = wholes.reduce(commonDivisor, 0) || 1;
  encoder.put(unit, newModel());
  putNumbers(
    encoder,
    wholes.map((whole) => whole / unit),
  );
}

function takeMultiples(decoder: RangeDecoder, count: number): number[] {
  const unit = decoder.take(newModel());
  return takeNumbers(decoder, count).map((multiple) => multiple * unit);
}

function commonDivisor(one: number, other: number): number {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
