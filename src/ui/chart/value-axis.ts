import type { ChartSeries } from './chart-series.ts';

/** A value axis; `side` null: it scales its series but is not drawn. */
export type ValueAxis = { id: string; unit: string; side: 'left' | 'right' | null; isBarsOnly: boolean };

/** More than two scales beside one plot cannot be read. */
const SIDES = ['left', 'right'] as const;

/**
 * One axis a unit, lines before bars, in the order of the series. The first two are drawn; further units keep
 * an axis of their own that is not, and are read with the crosshair. States have no value axis: they are strips.
 */
export function valueAxes(series: readonly Pick<ChartSeries, 'unit' | 'kind'>[]): ValueAxis[] {
  const lines = series.filter(({ kind }) => kind === 'line');
  const bars = series.filter(({ kind }) => kind === 'bars');
  const units = [...new Set([...lines, ...bars].map(({ unit }) => unit))];
  return units.map((unit, index) => ({
    id: `y${index}`,
    unit,
    side: SIDES[index] ?? null,
    isBarsOnly: !lines.some((line) => line.unit === unit),
  }));
}

/** How many intervals fit a plot of this height, px. Both axes get as many, so that one grid serves both. */
export function intervalsFor(heightPx: number): number {
  if (heightPx < 220) return 4;
  return heightPx < 560 ? 5 : 10;
}

export type ValueScale = { min: number; max: number; step: number };

const ROUND_STEPS = [1, 2, 2.5, 4, 5, 10, 20];

/**
 * The scale of exactly so many round steps that holds both values with the least air, the air shared between
 * top and bottom. What is never negative does not begin below zero, and a percentage does not pass 100.
 */
export function roundScale(low: number, high: number, intervals: number, unit: string): ValueScale {
  const span = high > low ? high - low : Math.max(Math.abs(high) * 0.1, 1);
  const magnitude = 10 ** Math.floor(Math.log10(span / intervals));
  for (const round of ROUND_STEPS) {
    const step = round * magnitude;
    const first = Math.floor(low / step + 1e-9);
    if ((first + intervals) * step < high - step * 1e-9) continue;
    const air = Math.floor(first + intervals - high / step + 1e-9);
    const lowered = first - Math.floor(air / 2);
    return within({ first: low >= 0 ? Math.max(lowered, 0) : lowered, step, intervals }, unit, low, high);
  }
  return { min: low, max: low + span, step: span / intervals };
}

function within(
  { first, step, intervals }: { first: number; step: number; intervals: number },
  unit: string,
  low: number,
  high: number,
): ValueScale {
  const scale = { min: first * step, max: (first + intervals) * step, step };
  if (unit !== '%' || low < 0 || high > 100 || scale.max <= 100) return scale;
  const min = Math.max(0, 100 - intervals * step);
  return { min, max: 100, step: (100 - min) / intervals };
}

/** Decimals that the multiples of a round step need: 2.5 needs one. */
export function stepDecimals(step: number): number {
  for (let decimals = 0; decimals < 6; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return decimals;
  }
  return 6;
}

export type StripLayout = { rowPx: number; gapPx: number; totalPx: number };

const STRIP_PX = 10;
const STRIP_GAP_PX = 4;

/** Rows for the states under the plot; where there is nothing but states they take most of the height. */
export function stripLayout(count: number, heightPx: number, isAlone: boolean): StripLayout {
  if (count === 0) return { rowPx: 0, gapPx: 0, totalPx: 0 };
  const rowPx = isAlone ? Math.min(48, Math.max(STRIP_PX, (heightPx * 0.7) / count - STRIP_GAP_PX)) : STRIP_PX;
  return { rowPx, gapPx: STRIP_GAP_PX, totalPx: count * (rowPx + STRIP_GAP_PX) + STRIP_GAP_PX };
}
