import type { Chart, Plugin } from 'chart.js';
import type { ValueAxis } from '../axis/value-axis.ts';
import { type ExcludedSpan, type NightSpan, TARGET_UNIT, type TargetBand } from '../chart-series.ts';
import { type ChartTheme, groundOf } from '../chart-theme.ts';
import { stripTop } from './paint-trace.ts';
import type { Frame } from './plot-frame.ts';
import { frameOf, stripsOf, tracesOf, viewOf } from './readings-controller.ts';

/** What is drawn behind the lines. */
export type Scene = {
  theme: ChartTheme;
  nights: readonly NightSpan[];
  /** Ranges of any series that were excluded by hand. */
  excluded: readonly ExcludedSpan[];
  bands: readonly TargetBand[];
  axes: readonly ValueAxis[];
};

/** Narrower nights would look like hatching and are not drawn, px. */
const NARROWEST_NIGHT_PX = 5;

export type Backdrop = { plugin: Plugin<'readings'>; set(scene: Scene): void };

/** Draws nights and targets under the grid, units above the axes, and the names of states on their strips. */
export function createBackdrop(): Backdrop {
  let scene: Scene | null = null;
  return {
    set: (next) => {
      scene = next;
    },
    plugin: {
      id: 'backdrop',
      beforeDraw(chart) {
        if (!scene) return;
        paintNights(chart, scene);
        for (const axis of scene.axes) paintBands(chart, scene, axis);
        paintExcluded(chart, scene);
      },
      afterDraw(chart) {
        if (!scene) return;
        paintUnits(chart, scene);
        paintStripNames(chart, scene);
      },
    },
  };
}

function paintNights(chart: Chart, { nights, theme }: Scene): void {
  const { ctx, chartArea: area } = chart;
  const { begin, end } = viewOf(chart);
  const pxPerMs = area.width / (end - begin);
  ctx.save();
  ctx.fillStyle = theme.night;
  for (const { from, to } of nights) {
    if ((to - from) * pxPerMs < NARROWEST_NIGHT_PX) continue;
    const left = area.left + (Math.max(from, begin) - begin) * pxPerMs;
    const right = area.left + (Math.min(to, end) - begin) * pxPerMs;
    if (right > left) ctx.fillRect(left, area.top, right - left, area.height + stripsOf(chart).belowPx);
  }
  ctx.restore();
}

/** Hatches excluded ranges over the whole height. */
function paintExcluded(chart: Chart, { excluded, theme }: Scene): void {
  if (excluded.length === 0) return;
  const { ctx, chartArea: area } = chart;
  const { begin, end } = viewOf(chart);
  const pxPerMs = area.width / (end - begin);
  ctx.save();
  ctx.fillStyle = hatchPattern(ctx, theme.text, chart.currentDevicePixelRatio) ?? theme.grid;
  ctx.globalAlpha = 0.3;
  for (const { from, to } of excluded) {
    const left = area.left + (Math.max(from, begin) - begin) * pxPerMs;
    const right = area.left + (Math.min(to ?? end, end) - begin) * pxPerMs;
    if (right > left) ctx.fillRect(left, area.top, right - left, area.height);
  }
  ctx.restore();
}

function paintBands(chart: Chart, { bands, theme }: Scene, axis: ValueAxis): void {
  const frame = frameOf(chart, axis.id);
  const mine = bands.filter(({ unit = TARGET_UNIT }) => unit === axis.unit);
  if (!frame || mine.length === 0) return;
  const { ctx } = chart;
  ctx.save();
  ctx.beginPath();
  ctx.rect(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top);
  ctx.clip();
  const hatch = hatchPattern(ctx, theme.band, chart.currentDevicePixelRatio);
  for (const band of mine) paintBand(ctx, frame, band, theme.band, hatch);
  ctx.restore();
}

function paintBand(
  ctx: CanvasRenderingContext2D,
  { left, right, view, xOf, yOf }: Frame,
  { from = view.begin, to = view.end, high, low }: TargetBand,
  colour: string,
  hatch: CanvasPattern | null,
): void {
  const begin = Math.max(left, xOf(from));
  const width = Math.min(right, xOf(to)) - begin;
  const top = yOf(high);
  const height = yOf(low) - top;
  if (width <= 0) return;
  for (const [fill, alpha] of [
    [colour, 0.3],
    [hatch ?? colour, 0.7],
  ] as const) {
    ctx.fillStyle = fill;
    ctx.globalAlpha = alpha;
    ctx.fillRect(begin, top, width, height);
  }
  // The edges of a target are drawn, because readings are compared with them.
  ctx.fillStyle = colour;
  ctx.globalAlpha = 1;
  ctx.fillRect(begin, top - 0.75, width, 1.5);
  ctx.fillRect(begin, top + height - 0.75, width, 1.5);
}

function hatchPattern(ctx: CanvasRenderingContext2D, colour: string, ratio: number): CanvasPattern | null {
  const size = 8;
  const tile = document.createElement('canvas');
  tile.width = size * ratio;
  tile.height = size * ratio;
  const pen = tile.getContext('2d');
  if (!pen) return null;
  pen.scale(ratio, ratio);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.beginPath();
  // Three strokes, so that the pattern joins at the corners of neighbouring tiles.
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 1, size + 1);
    pen.lineTo(shift + size + 1, -1);
  }
  pen.stroke();
  const pattern = ctx.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

function paintUnits(chart: Chart, { axes, theme }: Scene): void {
  const { ctx, chartArea: area } = chart;
  ctx.save();
  ctx.font = theme.font;
  ctx.fillStyle = theme.text;
  ctx.textBaseline = 'alphabetic';
  for (const { side, unit } of axes) {
    if (!side) continue;
    ctx.textAlign = side === 'left' ? 'right' : 'left';
    const room = ctx.measureText(unit).width;
    const x = side === 'left' ? Math.max(area.left - 8, room + 1) : Math.min(area.right + 8, chart.width - room - 1);
    ctx.fillText(unit, x, area.top - 12);
  }
  ctx.restore();
}

function paintStripNames(chart: Chart, { theme }: Scene): void {
  const strips = stripsOf(chart);
  if (strips.rowPx < theme.fontPx * 1.4) return;
  const { ctx, chartArea: area } = chart;
  ctx.save();
  ctx.font = theme.font;
  ctx.fillStyle = theme.text;
  ctx.textBaseline = 'middle';
  // An outline keeps the name readable on a filled strip.
  ctx.strokeStyle = groundOf(chart.canvas);
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  for (const { row, series } of tracesOf(chart)) {
    if (row < 0) continue;
    const y = stripTop(row, { top: area.top, bottom: area.bottom, strips }) + strips.rowPx / 2;
    ctx.strokeText(series.label, area.left + 8, y);
    ctx.fillText(series.label, area.left + 8, y);
  }
  ctx.restore();
}
