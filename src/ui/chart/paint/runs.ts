import type { Point } from '#contract/series/points.ts';
import type { ChartSeries } from '../chart-series.ts';

/** Buckets come at exact steps, so a missing one is a gap. */
const GAP_STEPS = 1.5;

export function gapMsOf({ stepMs, gapMs }: Pick<ChartSeries, 'stepMs' | 'gapMs'>): number {
  return gapMs ?? GAP_STEPS * stepMs;
}

/** Splits the points at every gap; each run can be drawn in one stroke. */
export function splitRuns(points: readonly Point[], gapMs: number): readonly (readonly Point[])[] {
  const runs: (readonly Point[])[] = [];
  let begin = 0;
  let previous = Number.NaN;
  points.forEach(([at], index) => {
    if (at - previous > gapMs) {
      runs.push(points.slice(begin, index));
      begin = index;
    }
    previous = at;
  });
  if (begin < points.length) runs.push(points.slice(begin));
  return runs;
}

/** Index of the first point at or after the instant; the length when there is none. */
export function lowerBound(points: readonly Point[], at: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? Number.POSITIVE_INFINITY) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The point nearest to the instant, at most `withinMs` away; null in a gap. */
export function nearestPoint(points: readonly Point[], at: number, withinMs: number): Point | null {
  const index = lowerBound(points, at);
  const before = points[index - 1];
  const after = points[index];
  const nearest = !before || (after && after[0] - at < at - before[0]) ? after : before;
  return nearest && Math.abs(nearest[0] - at) <= withinMs ? nearest : null;
}

/** The last point at or before the instant, for values that hold until the next one; null in a gap. */
export function pointHolding(points: readonly Point[], at: number, holdsMs: number): Point | null {
  const index = lowerBound(points, at);
  const here = points[index];
  if (here && here[0] === at) return here;
  const before = points[index - 1];
  return before && at - before[0] < holdsMs ? before : null;
}

/** Lowest minimum, highest maximum and mean of means of the points within the range; null without points. */
export function extremesWithin(
  points: readonly Point[],
  begin: number,
  end: number,
): { min: number; mean: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (let index = lowerBound(points, begin); index < points.length; index++) {
    const point = points[index];
    if (!point || point[0] > end) break;
    if (point[1] < min) min = point[1];
    if (point[3] > max) max = point[3];
    sum += point[2];
    count++;
  }
  return count === 0 ? null : { min, mean: sum / count, max };
}
