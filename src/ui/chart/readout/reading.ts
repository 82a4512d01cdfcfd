import { qualityStateWords } from '#contract/quality/quality-text.ts';
import type { Point } from '#contract/series/points.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { momentLabel } from '../axis/time-label.ts';
import { type ChartRange, type ChartSeries, isExcluded } from '../chart-series.ts';
import { extremesWithin, gapMsOf, nearestPoint, pointHolding } from '../paint/runs.ts';

/** The point of each series at one instant; null in a gap. */
export type Hit = { key: string; point: Point | null };

/** Minimum, mean and maximum over the range in view; null without points. */
export type Summary = { key: string; extremes: { min: number; mean: number; max: number } | null };

type Lines = readonly ChartSeries[];

/** States and bars hold until the next point; lines use the nearest point. */
export function hitsAt(series: Lines, at: number): Hit[] {
  return series.map((each) => ({
    key: each.key,
    point:
      each.kind === 'line'
        ? nearestPoint(each.points, at, gapMsOf(each) / 2)
        : pointHolding(each.points, at, each.kind === 'bars' ? each.stepMs : gapMsOf(each)),
  }));
}

export function summariesOf(series: Lines, { begin, end }: ChartRange): Summary[] {
  return series.map(({ key, points }) => ({ key, extremes: extremesWithin(points, begin, end) }));
}

/** The time of the measured point nearest to the instant. */
export function snapped(series: Lines, at: number, { begin, end }: ChartRange): number {
  const times = series.flatMap((each) => {
    const point = nearestPoint(each.points, at, gapMsOf(each) / 2);
    return point && point[0] >= begin && point[0] <= end ? [point[0]] : [];
  });
  if (times.length === 0) return at;
  return times.reduce((best, time) => (Math.abs(time - at) < Math.abs(best - at) ? time : best));
}

/**
 * The next measured time to the left (-1) or right (1), at least `atLeastMs` away so that the step is visible. Stays
 * at the edge of the view when there is none.
 */
export function stepped(
  series: Lines,
  at: number,
  { direction, atLeastMs, view }: { direction: -1 | 1; atLeastMs: number; view: ChartRange },
): number {
  const wanted = at + direction * atLeastMs;
  const nearest = series.flatMap(({ points }) => {
    const point = nearestBeyond(points, wanted, direction);
    return point === null ? [] : [point];
  });
  if (nearest.length === 0) return direction < 0 ? view.begin : view.end;
  const next = direction < 0 ? Math.max(...nearest) : Math.min(...nearest);
  return Math.min(view.end, Math.max(view.begin, next));
}

function nearestBeyond(points: readonly Point[], at: number, direction: -1 | 1): number | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const time = points[middle]?.[0] ?? Number.POSITIVE_INFINITY;
    if (direction > 0 ? time < at : time <= at) low = middle + 1;
    else high = middle;
  }
  return points[direction > 0 ? low : low - 1]?.[0] ?? null;
}

/** The value of a point: '12.3', with its range if the point is a bucket: '12.3 (11.9–12.8)'. */
export function pointFigures({ decimals }: Pick<ChartSeries, 'decimals'>, [, min, mean, max]: Point) {
  const spread = min === max ? '' : `${formatNumber(min, decimals)}–${formatNumber(max, decimals)}`;
  return { value: formatNumber(mean, decimals), spread };
}

/** The reading as one sentence for a screen reader. */
export function spokenReading(series: Lines, hits: readonly Hit[], at: number, view: ChartRange): string {
  const stepMs = Math.min(...series.map((each) => each.stepMs));
  const figures = series.map((each) => {
    const { key, label, unit, decimals } = each;
    const point = hits.find((hit) => hit.key === key)?.point;
    const silence = isExcluded(each, at) ? qualityStateWords.excluded : '-';
    return `${label} ${point ? formatWithUnit(point[2], unit, decimals) : silence}`;
  });
  return `${momentLabel(at, stepMs, view, 'spoken')}. ${figures.join(', ')}`;
}
