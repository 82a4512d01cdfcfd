import { nameWithUnit } from '#src/lib/format-number.ts';
import { rangeLabel } from '../axis/time-label.ts';
import { PALE_ALPHA, TARGET_UNIT, type TargetBand } from '../chart-series.ts';
import { type ChartTheme, groundOf } from '../chart-theme.ts';
import { type ReadingsChart, tracesOf, viewOf } from '../paint/readings-controller.ts';
import type { Trace } from '../paint/trace.ts';

const MARGIN_PX = 16;
const ROW_PX = 22;
const MARK_PX = 22;
const GAP_PX = 8;

/** The chart as on the screen, with title, legend and background. */
export function chartPng(
  chart: ReadingsChart,
  { theme, bands, title }: { theme: ChartTheme; bands: readonly TargetBand[]; title: string },
): Promise<Blob> {
  const { width, height } = chart;
  const picture = document.createElement('canvas');
  const ctx = picture.getContext('2d');
  if (!ctx) return Promise.reject(new Error('The browser gives no canvas to draw the picture on.'));
  ctx.font = theme.font;
  const entries = legendEntries(ctx, [...tracesOf(chart).map(seriesMark), ...bandMarks(bands, theme)], width);
  const heading = headingOf(ctx, { title, range: rangeLabel(viewOf(chart)), width }, theme);
  const legendPx = ROW_PX * heading.rows;
  const headPx = legendPx + ROW_PX * (1 + (entries.at(-1)?.row ?? 0)) + GAP_PX;
  const ratio = chart.currentDevicePixelRatio;
  picture.width = (width + 2 * MARGIN_PX) * ratio;
  picture.height = (headPx + height + 2 * MARGIN_PX) * ratio;
  ctx.scale(ratio, ratio);
  ctx.fillStyle = groundOf(chart.canvas);
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.translate(MARGIN_PX, MARGIN_PX);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = theme.text;
  for (const { text, font, x, row } of heading.lines) {
    ctx.font = font;
    ctx.fillText(text, x, ROW_PX * (row + 0.5), width - x);
  }
  ctx.font = theme.font;
  for (const entry of entries) paintEntry(ctx, entry, legendPx, theme);
  ctx.drawImage(chart.canvas, 0, headPx, width, height);
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser encoded no picture.'))),
      'image/png',
    );
  });
}

/** Draws the title, and the range beside it, or below if it does not fit. Leaves the theme's font set. */
function headingOf(
  ctx: CanvasRenderingContext2D,
  { title, range, width }: { title: string; range: string; width: number },
  { font }: ChartTheme,
) {
  const strong = `600 ${font}`;
  ctx.font = strong;
  const besidePx = title === '' ? 0 : ctx.measureText(title).width + 2 * GAP_PX;
  ctx.font = font;
  const isBeside = besidePx + ctx.measureText(range).width <= width;
  const lines = [
    { text: title, font: strong, x: 0, row: 0 },
    { text: range, font, x: isBeside ? besidePx : 0, row: isBeside ? 0 : 1 },
  ];
  return { lines, rows: isBeside ? 1 : 2 };
}

type Mark = { text: string; colour: string; dash: readonly number[]; thicknessPx: number; alpha: number };
type Entry = Mark & { x: number; row: number };

function seriesMark({ series, colour }: Trace): Mark {
  const isLine = series.kind === 'line';
  return {
    text: nameWithUnit(series.label, series.unit),
    colour,
    dash: isLine ? series.dash : [],
    thicknessPx: isLine ? (series.isPale ? 1.5 : 2) : 8,
    alpha: series.isPale ? PALE_ALPHA : 1,
  };
}

/** One legend entry per target name; figures only if they are the same for all its bands. */
function bandMarks(bands: readonly TargetBand[], { band: colour }: ChartTheme): Mark[] {
  const labels = [...new Set(bands.map(({ label }) => label))];
  return labels.map((label) => {
    const own = bands.filter((one) => one.label === label);
    const figures = [...new Set(own.map(({ low, high, unit = TARGET_UNIT }) => `${low}–${high} ${unit}`))];
    const text = figures.length === 1 ? `${label} ${figures[0]}` : label;
    return { text, colour, dash: [], thicknessPx: 10, alpha: 1 };
  });
}

function legendEntries(ctx: CanvasRenderingContext2D, marks: readonly Mark[], width: number): Entry[] {
  let x = 0;
  let row = 0;
  return marks.map((mark) => {
    const room = MARK_PX + GAP_PX + ctx.measureText(mark.text).width;
    if (x > 0 && x + room > width) {
      x = 0;
      row++;
    }
    const entry = { ...mark, x, row };
    x += room + 2 * GAP_PX;
    return entry;
  });
}

function paintEntry(ctx: CanvasRenderingContext2D, entry: Entry, top: number, theme: ChartTheme): void {
  const { text, colour, dash, thicknessPx, alpha, x, row } = entry;
  const y = top + ROW_PX * (row + 0.5);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = thicknessPx;
  ctx.globalAlpha = alpha;
  ctx.setLineDash([...dash]);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + MARK_PX, y);
  ctx.stroke();
  ctx.restore();
  ctx.fillStyle = theme.text;
  ctx.fillText(text, x + MARK_PX + GAP_PX, y);
}
