import type { Series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { bucketLevels, bucketStart, HOUR_MS } from '#contract/time/time.ts';

/**
 * The step at which series that report differently often can be held against each other, ms: that of the slowest, and
 * ten minutes at least.
 */
export function sharedStep(all: readonly Pick<Series, 'stepMs'>[]): number {
  return Math.max(bucketLevels['10m'], ...all.map(({ stepMs }) => stepMs));
}

/** Points brought together at a step, each at the beginning of its stretch of the Seoul day; silences stay silences. */
export function atStep(points: readonly Point[], stepMs: number): Point[] {
  const steps: { at: number; min: number; sum: number; count: number; max: number }[] = [];
  for (const [at, min, mean, max] of points) {
    const start = bucketStart(at, stepMs);
    const last = steps.at(-1);
    if (last?.at !== start) {
      steps.push({ at: start, min, sum: mean, count: 1, max });
      continue;
    }
    last.min = Math.min(last.min, min);
    last.max = Math.max(last.max, max);
    last.sum += mean;
    last.count += 1;
  }
  return steps.map(({ at, min, sum, count, max }) => [at, min, sum / count, max]);
}

/** Rates in a unit an hour as what came together in each step, in the unit. */
export function amountsOf(points: readonly Point[], stepMs: number): Point[] {
  return points.map(([at, , rate]) => {
    const amount = (rate * stepMs) / HOUR_MS;
    return [at, amount, amount, amount];
  });
}

/** House minus outside, mean by mean, where both have measured; of points of one step. */
export function liftOf(house: readonly Point[], outside: readonly Point[]): Point[] {
  const outsideAt = new Map(outside.map(([at, , mean]) => [at, mean]));
  return house.flatMap(([at, , mean]): Point[] => {
    const other = outsideAt.get(at);
    if (other === undefined) return [];
    const difference = mean - other;
    return [[at, difference, difference, difference]];
  });
}

/** The largest, the smallest and the mean of a line of means; null where there is none. Of equals the earliest counts. */
export function extremesOf(
  points: readonly Point[],
): { most: { at: number; value: number }; least: { at: number; value: number }; mean: number } | null {
  const [first] = points;
  if (!first) return null;
  let [most, least, sum] = [first, first, 0];
  for (const point of points) {
    if (point[2] > most[2]) most = point;
    if (point[2] < least[2]) least = point;
    sum += point[2];
  }
  const moment = ([at, , value]: Point) => ({ at, value });
  return { most: moment(most), least: moment(least), mean: sum / points.length };
}
