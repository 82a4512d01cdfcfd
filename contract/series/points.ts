import * as z from 'zod/mini';

/**
 * One drawn point: instant (epoch ms, the beginning of its bucket), minimum, mean, maximum, in the unit of
 * the series. A raw reading has the same figure three times. A bucket without readings has no point.
 */
export type Point = readonly [at: number, min: number, mean: number, max: number];

function isPoint(value: unknown): value is Point {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    typeof value[0] === 'number' &&
    typeof value[1] === 'number' &&
    typeof value[2] === 'number' &&
    typeof value[3] === 'number'
  );
}

/** A plain loop: a record holds thousands of points and is checked on both ends of the wire. */
export const points = z.custom<Point[]>((value) => Array.isArray(value) && value.every(isPoint));
