import * as z from 'zod/mini';
import type { Point } from './points.ts';

/**
 * Points as columns of small whole numbers, the way tiles travel and are kept: a chart of a month is then a few bytes
 * a point instead of forty. `at` holds the first instant's distance from the tile's beginning and then the change of
 * the distance between neighbours, both in ms: all zeros where a sensor is regular. `mean` holds changes from point to
 * point, `below` and `above` how far minimum and maximum lie from the mean, each in units of 10^-digits. Raw readings
 * have neither. Nothing is lost: a value comes back as the number it was.
 */
export const columns = z.object({
  /** Decimal places of the figures. */
  digits: z.number(),
  at: z.array(z.number()),
  mean: z.array(z.number()),
  below: z.optional(z.array(z.number())),
  above: z.optional(z.array(z.number())),
});
export type Columns = z.infer<typeof columns>;

/** Finer than this no sensor of ours reports, and means are rounded before. */
const MAX_DIGITS = 9;

/** Packs points in order of time. Values are kept to nine decimals. */
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

/** The points as they were before they were packed. */
export function unpackPoints({ digits, at: steps, mean, below, above }: Columns, tileBegin: number): Point[] {
  const scale = 10 ** digits;
  let [at, step, whole] = [tileBegin, 0, 0];
  return steps.map((change, index) => {
    step += change;
    at += step;
    whole += mean[index] ?? 0;
    // A quotient of two whole numbers is the double that the decimal figure was read as.
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
