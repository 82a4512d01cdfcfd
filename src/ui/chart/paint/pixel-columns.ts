import type { Point } from '#contract/series/points.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { hasSpread } from '../table/table-rows.ts';

/** Buckets closer than this are brought to one a pixel, px. */
const CROWDED_PX = 2 / 3;

/** Single readings closer than this go up and down within a dash, and the line reads as fur, px. */
const FURRY_PX = 3;

/** They are drawn as means of columns this wide, px, but of no more than so long: what a house does is to be seen. */
const QUIET_PX = 6;
const QUIET_MS = 20 * MINUTE_MS;

/**
 * Of a run what an eye can follow: as it is where there is room, else brought to columns, so that the line is a mean in
 * the band of its extremes. `msPerPx`: how long a pixel is.
 */
export function legible(run: readonly Point[], msPerPx: number): readonly Point[] {
  const first = run[0];
  const last = run[run.length - 1];
  if (!first || !last) return run;
  const apartPx = (last[0] - first[0]) / msPerPx / run.length;
  if (apartPx >= FURRY_PX) return run;
  if (!hasSpread({ points: run })) return perColumn(run, Math.max(msPerPx, Math.min(QUIET_PX * msPerPx, QUIET_MS)));
  return apartPx < CROWDED_PX ? perColumn(run, msPerPx) : run;
}

/**
 * Points too close together to be told apart, brought to one for each column of `columnMs`: lowest, mean of means and
 * highest, in the middle of the time its points cover. It is what the server does for a bucket, done again for a pixel, and
 * loses no extreme. Columns lie on multiples of their width, so that a pan does not make the line shimmer.
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
