import { bodyOf, columnsOf, FIXED, LEARNT } from './checked-body.ts';
import type { ColumnReader, ColumnWriter } from './columns.ts';
import { FixedReader, FixedWriter } from './fixed-columns.ts';
import { LearntReader, LearntWriter } from './learnt-columns.ts';
import { putNumbers, takeNumbers } from './number-column.ts';

/** A bucket of good readings: its start (epoch ms), their number, their sum in millionths, and their extremes. */
export type Bucket = { start: number; count: number; sumMicro: number; min: number; max: number };

/** The same with the times of its extremes, epoch ms; of equal ones the earlier. */
export type TimedBucket = Bucket & { minAt: number; maxAt: number };

/** The buckets of a body are `width` ms wide and begin at `begin` (epoch ms) or whole widths after it. */
type Grid = { begin: number; width: number };

type Manner = {
  /** Without, the times of the extremes are left out. */
  withTimes: boolean;
  /** Whether room matters more than the time of decoding, which takes four times as long. */
  isTight?: boolean;
};

/** Encodes buckets losslessly. */
export function encodeBuckets(
  buckets: readonly TimedBucket[],
  { begin, width }: Grid,
  { withTimes, isTight = false }: Manner,
): Uint8Array {
  const writer = isTight ? new LearntWriter() : new FixedWriter();
  writer.put(buckets.length);
  writer.put(withTimes ? 1 : 0);
  writer.putColumn(buckets.map(({ start }) => (start - begin) / width));
  writer.putColumn(buckets.map(({ count }) => count));
  putMultiples(
    writer,
    buckets.map(({ sumMicro }) => sumMicro),
  );
  for (const extreme of ['min', 'max'] as const)
    putNumbers(
      writer,
      buckets.map((bucket) => bucket[extreme]),
    );
  if (withTimes) {
    for (const time of ['minAt', 'maxAt'] as const)
      putMultiples(
        writer,
        buckets.map((bucket) => bucket[time] - bucket.start),
      );
  }
  return bodyOf(writer.end(), isTight ? LEARNT : FIXED);
}

/** Buckets in lists of equal length, as a body has them. */
type BucketColumns = { [Field in keyof Bucket]: number[] };

/** Decodes buckets, sorted as they were. Throws RangeError for damaged bytes or an unknown way of writing. */
export function decodeColumns(body: Uint8Array, grid: Grid): BucketColumns {
  return takeBuckets(body, grid).buckets;
}

/** The same as one list. */
export function decodeBuckets(body: Uint8Array, grid: Grid): Bucket[] {
  return listed(decodeColumns(body, grid));
}

/** The same with times; undefined when the body was encoded without them. */
export function decodeTimedBuckets(body: Uint8Array, grid: Grid): TimedBucket[] | undefined {
  const { reader, hasTimes, buckets } = takeBuckets(body, grid);
  if (!hasTimes) return undefined;
  const minAt = takeMultiples(reader, buckets.start.length);
  const maxAt = takeMultiples(reader, buckets.start.length);
  return listed(buckets).map((bucket, index) => ({
    ...bucket,
    minAt: bucket.start + (minAt[index] ?? 0),
    maxAt: bucket.start + (maxAt[index] ?? 0),
  }));
}

function listed({ start, count, sumMicro, min, max }: BucketColumns): Bucket[] {
  return start.map((begin, index) => ({
    start: begin,
    count: count[index] ?? 0,
    sumMicro: sumMicro[index] ?? 0,
    min: min[index] ?? 0,
    max: max[index] ?? 0,
  }));
}

function takeBuckets(body: Uint8Array, { begin, width }: Grid) {
  const { columns, way } = columnsOf(body);
  const reader: ColumnReader = way === FIXED ? new FixedReader(columns) : new LearntReader(columns);
  const length = reader.take();
  const hasTimes = reader.take() === 1;
  const start = reader.takeColumn(length).map((place) => begin + place * width);
  const count = reader.takeColumn(length);
  const sumMicro = takeMultiples(reader, length);
  const min = takeNumbers(reader, length);
  const max = takeNumbers(reader, length);
  return { reader, hasTimes, buckets: { start, count, sumMicro, min, max } };
}

/**
 * Sums of readings with one decimal are multiples of 100,000 millionths, and times on the minute of 60,000 ms: what all
 * have in common is written once.
 */
function putMultiples(writer: ColumnWriter, wholes: readonly number[]): void {
  const unit = wholes.reduce(commonDivisor, 0) || 1;
  writer.put(unit);
  putNumbers(
    writer,
    wholes.map((whole) => whole / unit),
  );
}

function takeMultiples(reader: ColumnReader, count: number): number[] {
  const unit = reader.take();
  return takeNumbers(reader, count).map((multiple) => multiple * unit);
}

function commonDivisor(one: number, other: number): number {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
