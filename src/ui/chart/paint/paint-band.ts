import type { Point } from '#contract/series/points.ts';
import type { Frame } from './plot-frame.ts';

/** Narrower buckets are drawn as rectangles, because the shape of each is not visible, px. */
const NARROW_PX = 2;

/** Fills between minimum and maximum of each bucket of a run, in the current colour and alpha of the context. */
export function paintBand(ctx: CanvasRenderingContext2D, run: readonly Point[], frame: Frame): void {
  const first = run[0];
  const last = run[run.length - 1];
  if (!first || !last) return;
  const widthPx = frame.xOf(last[0]) - frame.xOf(first[0]);
  if (run.length > 1 && widthPx / run.length < NARROW_PX) fillColumns(ctx, run, frame);
  else fillShape(ctx, run, frame);
}

/**
 * One pixel-aligned rectangle per bucket: without a GPU, a browser takes five times as long for one shape with
 * hundreds of slanted edges.
 */
function fillColumns(ctx: CanvasRenderingContext2D, run: readonly Point[], { xOf, yOf }: Frame): void {
  for (const [index, [at, min, , max]] of run.entries()) {
    const left = Math.round(xOf(at));
    const next = run[index + 1];
    const right = next ? Math.round(xOf(next[0])) : left + 1;
    const top = Math.round(yOf(max));
    if (right > left) ctx.fillRect(left, top, right - left, Math.max(1, Math.round(yOf(min)) - top));
  }
}

function fillShape(ctx: CanvasRenderingContext2D, run: readonly Point[], { xOf, yOf }: Frame): void {
  ctx.beginPath();
  for (const point of run) ctx.lineTo(xOf(point[0]), yOf(point[3]));
  for (let index = run.length - 1; index >= 0; index--) {
    const point = run[index];
    if (point) ctx.lineTo(xOf(point[0]), yOf(point[1]));
  }
  ctx.closePath();
  ctx.fill();
  // A single bucket has no width: its range is drawn as a whisker.
  if (run.length === 1) ctx.stroke();
}
