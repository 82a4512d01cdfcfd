/** Draws one trace on the canvas. Loops over the points directly, without creating an object per point. */
import type { Point } from '#contract/series/points.ts';
import { type ChartRange, PALE_ALPHA } from '../chart-series.ts';
import { paintBand } from './paint-band.ts';
import { drawablePoints } from './pixel-columns.ts';
import type { Frame } from './plot-frame.ts';
import { lowerBound } from './runs.ts';
import type { Trace } from './trace.ts';

const LINE_PX = 2;
const PALE_LINE_PX = 1.5;
const DOT_PX = 2.5;
const PIECE_POINTS = 24;
const STRIP_OFFSET_PX = 4;
const BAR_ALPHA = 0.7;
const TRACK_ALPHA = 0.16;
const STATE_ALPHA = 0.85;

/** Bars from this width on have a gap between them, px. */
const WIDE_BAR_PX = 4;

/** Minimum size of a bar or state, px, so that short or small values stay visible. */
const THINNEST_PX = 1.5;

export function paintTrace(ctx: CanvasRenderingContext2D, trace: Trace, frame: Frame): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top + frame.strips.belowPx + 1);
  ctx.clip();
  ctx.strokeStyle = trace.colour;
  ctx.fillStyle = trace.colour;
  // Round joins are not visible at this width and cost half as much again.
  ctx.lineJoin = 'bevel';
  if (trace.series.kind === 'state') paintState(ctx, trace, frame);
  else {
    const msPerPx = (frame.view.end - frame.view.begin) / (frame.right - frame.left);
    for (const run of trace.runs) {
      const shown = shownPart(run, frame.view);
      if (shown.length === 0) continue;
      if (trace.series.kind === 'bars') paintBars(ctx, shown, trace.series.stepMs, frame);
      else paintLine(ctx, drawablePoints(shown, msPerPx), trace, frame);
    }
  }
  ctx.restore();
}

/** The visible part of a run with one neighbour on either side, so that the line continues to the edge. */
function shownPart(run: readonly Point[], { begin, end }: ChartRange): readonly Point[] {
  const from = Math.max(0, lowerBound(run, begin) - 1);
  const to = Math.min(run.length, lowerBound(run, end) + 1);
  return from === 0 && to === run.length ? run : run.slice(from, to);
}

function paintLine(ctx: CanvasRenderingContext2D, run: readonly Point[], trace: Trace, frame: Frame): void {
  const { xOf, yOf, bandAlpha } = frame;
  const isPale = trace.series.isPale === true;
  if (run.some(([, min, , max]) => min !== max)) {
    ctx.globalAlpha = isPale ? bandAlpha / 2 : bandAlpha;
    paintBand(ctx, run, frame);
  }
  ctx.globalAlpha = isPale ? PALE_ALPHA : 1;
  ctx.beginPath();
  const [only, second] = run;
  if (only && !second) {
    ctx.arc(xOf(only[0]), yOf(only[2]), trace.series.dotPx ?? DOT_PX, 0, 2 * Math.PI);
    ctx.fill();
    return;
  }
  ctx.lineWidth = isPale ? PALE_LINE_PX : LINE_PX;
  ctx.setLineDash([...trace.series.dash]);
  strokeInPieces(ctx, run, frame);
}

/**
 * Without a GPU, a browser takes twice as long for one stroke through 1,500 points as for many short ones. The dash
 * pattern continues from piece to piece.
 */
function strokeInPieces(ctx: CanvasRenderingContext2D, run: readonly Point[], { xOf, yOf }: Frame): void {
  let lengthPx = 0;
  let x = Number.NaN;
  let y = Number.NaN;
  let count = 0;
  for (const point of run) {
    const nextX = xOf(point[0]);
    const nextY = yOf(point[2]);
    if (count > 0) lengthPx += Math.hypot(nextX - x, nextY - y);
    x = nextX;
    y = nextY;
    ctx.lineTo(x, y);
    if (++count % PIECE_POINTS !== 0) continue;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineDashOffset = lengthPx;
  }
  ctx.stroke();
}

/**
 * A bar covers the whole step in which it was measured. All bars are one path, so that overlapping thin bars do not
 * get darker.
 */
function paintBars(ctx: CanvasRenderingContext2D, run: readonly Point[], stepMs: number, frame: Frame): void {
  const { xOf, yOf } = frame;
  const base = yOf(0);
  ctx.globalAlpha = BAR_ALPHA;
  ctx.beginPath();
  for (const [at, , mean] of run) {
    if (mean <= 0) continue;
    const x = xOf(at);
    const width = xOf(at + stepMs) - x;
    const y = yOf(mean);
    ctx.rect(x, y, Math.max(width > WIDE_BAR_PX ? width - 1 : width, THINNEST_PX), base - y);
  }
  ctx.fill();
}

/** Top of a state's row, px from the top of the canvas. */
export function stripTop(row: number, { top, bottom, strips }: Pick<Frame, 'top' | 'bottom' | 'strips'>): number {
  return (strips.belowPx > 0 ? bottom : top) + STRIP_OFFSET_PX + row * (strips.rowPx + strips.gapPx);
}

/** A pale track where the state is known, filled up to its value; nothing in gaps. */
function paintState(ctx: CanvasRenderingContext2D, trace: Trace, frame: Frame): void {
  const { xOf, view, strips } = frame;
  const floor = stripTop(trace.row, frame) + strips.rowPx;
  for (const run of trace.runs) {
    const shown = shownPart(run, view);
    const first = shown[0];
    const last = shown[shown.length - 1];
    if (!first || !last) continue;
    const end = last[0] + trace.series.stepMs;
    ctx.globalAlpha = TRACK_ALPHA;
    ctx.fillRect(xOf(first[0]), floor - strips.rowPx, Math.max(xOf(end) - xOf(first[0]), THINNEST_PX), strips.rowPx);
    ctx.globalAlpha = STATE_ALPHA;
    let since = first;
    for (const point of shown) {
      if (point[2] === since[2]) continue;
      fillState(ctx, since[2], xOf(since[0]), xOf(point[0]), floor, strips.rowPx);
      since = point;
    }
    fillState(ctx, since[2], xOf(since[0]), xOf(end), floor, strips.rowPx);
  }
}

function fillState(
  ctx: CanvasRenderingContext2D,
  percent: number,
  from: number,
  to: number,
  floor: number,
  rowPx: number,
): void {
  if (percent <= 0) return;
  const height = Math.max(THINNEST_PX, (Math.min(percent, 100) / 100) * rowPx);
  ctx.fillRect(from, floor - height, Math.max(to - from, THINNEST_PX), height);
}
