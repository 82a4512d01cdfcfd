import * as z from 'zod/mini';

/**
 * One drawn point: instant (epoch ms, start of its bucket), minimum, mean, maximum, in the unit of the series. All
 * three are equal for a raw reading. A bucket without readings has no point.
 */
export type Point = readonly [at: number, min: number, mean: number, max: number];

/**
 * Points on the wire: one list per figure, all of the same length. Columns compress much better than rows (30 days of 8
 * sensors: 23 kB instead of 35). Raw readings have `mean` only.
 */
type PointLists = { at: number[]; mean: number[]; min?: number[]; max?: number[] };

/** Points, sent as lists. Written as plain loops, because a record has thousands of points and both ends check it. */
export const points = z.codec(z.custom<PointLists>(arePointLists), z.custom<Point[]>(arePoints), {
  decode: ({ at, mean, min = mean, max = mean }) =>
    at.map((instant, index) => [instant, min[index] ?? 0, mean[index] ?? 0, max[index] ?? 0]),
  encode: listsOf,
});

function listsOf(rows: readonly Point[]): PointLists {
  const [at, mean] = [rows.map((point) => point[0]), rows.map((point) => point[2])];
  if (rows.every(([, low, middle, high]) => low === middle && high === middle)) return { at, mean };
  return { at, mean, min: rows.map((point) => point[1]), max: rows.map((point) => point[3]) };
}

function arePointLists(value: unknown): boolean {
  const { at, mean, min, max } = Object(value);
  if (!areNumbers(at) || !areNumbers(mean) || mean.length !== at.length) return false;
  if (min === undefined && max === undefined) return true;
  return areNumbers(min) && areNumbers(max) && min.length === at.length && max.length === at.length;
}

function areNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}

function arePoints(value: unknown): boolean {
  return Array.isArray(value) && value.every((point) => areNumbers(point) && point.length === 4);
}
