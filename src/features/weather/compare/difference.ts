import type { Series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { bucketLevels, bucketStart, HOUR_MS } from '#contract/time/time.ts';

/** The common step of series with different intervals, ms: that of the slowest, at least ten minutes. */
export function sharedStep(all: readonly Pick<Series, 'stepMs'>[]): number {
  return Math.max(bucketLevels['10m'], ...all.map(({ stepMs }) => stepMs));
}

/** Aggregates points to a step, each at the start of its interval of the Seoul day; gaps stay gaps. */
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

/** Converts rates per hour to the amount per step. */
export function amountsOf(points: readonly Point[], stepMs: number): Point[] {
  return points.map(([at, , rate]) => {
    const amount = (rate * stepMs) / HOUR_MS;
    return [at, amount, amount, amount];
  });
}

/** House minus outside, by means, where both have readings; both must have the same step. */
export function differenceOf(house: readonly Point[], outside: readonly Point[]): Point[] {
  const outsideAt = new Map(outside.map(([at, , mean]) => [at, mean]));
  return house.flatMap(([at, , mean]): Point[] => {
    const other = outsideAt.get(at);
    if (other === undefined) return [];
    const difference = mean - other;
    return [[at, difference, difference, difference]];
  });
}

/** Maximum, minimum and mean of a series of means; null without points. The earliest of equal values counts. */
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
