import * as z from 'zod/mini';
import type { Point } from './points.ts';

/**
 * Points as columns of small integers, as tiles are sent and stored: a few bytes a point instead of forty. `at` holds
 * the distance of the first instant from the start of the tile, then the changes of the interval between neighbours, in
 * ms: all zeros for a regular sensor. `mean` holds the differences between points, `below` and `above` the distances of
 * minimum and maximum from the mean, all in units of 10^-digits. Raw readings have neither. The packing is lossless.
 */
export const columns = z.object({
  /** Decimals of the values. */
  digits: z.number(),
  at: z.array(z.number()),
  mean: z.array(z.number()),
  below: z.optional(z.array(z.number())),
  above: z.optional(z.array(z.number())),
});
export type Columns = z.infer<typeof columns>;

/** No sensor reports more decimals, and means are rounded before. */
const MAX_DIGITS = 9;

/** Packs points in order of time. Values keep up to nine decimals. */
export function packPoints(points: readonly Point[], tileBegin: number): Columns {
  const isRaw = points.every(([, min, mean, max]) => min === mean && max === mean);
  const digits = digitsOf(points, isRaw);
  const scale = 10 ** digits;
  const packed: Columns = { digits, at: [], mean: [], ...(!isRaw && { below: [], above: [] }) };
  let [lastAt, lastStep, lastMean] = [tileBegin, 0, 0];
  for (const [at, min, mean, max] of points) {
    const whole = Math.round(mean * scale);
    packed.at.push(at - lastAt - lastStep);
    packed.mean.push(whole - lastMean);
    packed.below?.push(whole - Math.round(min * scale));
    packed.above?.push(Math.round(max * scale) - whole);
    lastStep = at - lastAt;
    lastAt = at;
    lastMean = whole;
  }
  return packed;
}

/** The inverse of `packPoints`. */
export function unpackPoints({ digits, at: steps, mean, below, above }: Columns, tileBegin: number): Point[] {
  const scale = 10 ** digits;
  let [at, step, whole] = [tileBegin, 0, 0];
  return steps.map((change, index) => {
    step += change;
    at += step;
    whole += mean[index] ?? 0;
    // Dividing the two integers gives the same double as parsing the decimal number.
    const value = whole / scale;
    if (!below || !above) return [at, value, value, value];
    return [at, (whole - (below[index] ?? 0)) / scale, value, (whole + (above[index] ?? 0)) / scale];
  });
}

/** The fewest decimals that hold every value. */
function digitsOf(points: readonly Point[], isRaw: boolean): number {
  let digits = 0;
  for (const [, min, mean, max] of points) {
    for (const value of isRaw ? [mean] : [min, mean, max]) {
      while (digits < MAX_DIGITS && Math.round(value * 10 ** digits) / 10 ** digits !== value) digits += 1;
    }
  }
  return digits;
}
