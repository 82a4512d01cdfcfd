import type { Point } from '#contract/series/points.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { hasSpread } from '../table/table-rows.ts';

/** Buckets closer than this are merged into one per pixel, px. */
const DENSE_PX = 2 / 3;

/** Single readings closer than this zigzag within a dash and make the line unreadable, px. */
const ZIGZAG_PX = 3;

/** They are drawn as means of columns this wide, px, but limited in time, so that real changes stay visible. */
const MEAN_COLUMN_PX = 6;
const LONGEST_MEAN_MS = 20 * MINUTE_MS;

/**
 * Reduces a run to what is visible: unchanged if there is room, otherwise merged into columns, with the mean as line
 * and the extremes as band. `msPerPx`: ms per pixel.
 */
export function drawablePoints(run: readonly Point[], msPerPx: number): readonly Point[] {
  const first = run[0];
  const last = run[run.length - 1];
  if (!first || !last) return run;
  const apartPx = (last[0] - first[0]) / msPerPx / run.length;
  if (apartPx >= ZIGZAG_PX) return run;
  if (!hasSpread({ points: run }))
    return perColumn(run, Math.max(msPerPx, Math.min(MEAN_COLUMN_PX * msPerPx, LONGEST_MEAN_MS)));
  return apartPx < DENSE_PX ? perColumn(run, msPerPx) : run;
}

/**
 * Merges points that are too close together into one per `columnMs`: minimum, mean of means and maximum, at the middle
 * of the time that its points cover. No extreme is lost. Columns start at multiples of their width, so that the line
 * does not flicker during a pan.
 */
export function perColumn(points: readonly Point[], columnMs: number): readonly Point[] {
  const columns: Point[] = [];
  let [from, min, sum, max] = points[0] ?? [0, 0, 0, 0];
  let to = from;
  let column = Math.floor(from / columnMs);
  let count = 0;
  for (const point of points) {
    const next = Math.floor(point[0] / columnMs);
    if (count > 0 && next === column) {
      if (point[1] < min) min = point[1];
      if (point[3] > max) max = point[3];
      sum += point[2];
      to = point[0];
      count++;
      continue;
    }
    if (count > 0) columns.push([(from + to) / 2, min, sum / count, max]);
    [from, min, sum, max] = point;
    to = from;
    column = next;
    count = 1;
  }
  if (count > 0) columns.push([(from + to) / 2, min, sum / count, max]);
  return columns;
}
