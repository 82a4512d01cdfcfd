import type { Point } from '#contract/series/points.ts';

/**
 * Points too close together to be told apart, brought to one for each column of `columnMs`: lowest, mean of means and
 * highest, at the time of its first point. It is what the server does for a bucket, done again for a pixel, and
 * loses no extreme. Columns lie on multiples of their width, so that a pan does not make the line shimmer.
 */
export function perColumn(points: readonly Point[], columnMs: number): readonly Point[] {
  const columns: Point[] = [];
  let [at, min, sum, max] = points[0] ?? [0, 0, 0, 0];
  let column = Math.floor(at / columnMs);
  let count = 0;
  for (const point of points) {
    const next = Math.floor(point[0] / columnMs);
    if (count > 0 && next === column) {
      if (point[1] < min) min = point[1];
      if (point[3] > max) max = point[3];
      sum += point[2];
      count++;
      continue;
    }
    if (count > 0) columns.push([at, min, sum / count, max]);
    [at, min, sum, max] = point;
    column = next;
    count = 1;
  }
  if (count > 0) columns.push([at, min, sum / count, max]);
  return columns;
}
