import type { ChartSeries } from '../chart-series.ts';

/** A value axis; with `side` null it scales its series but is not drawn. */
export type ValueAxis = { id: string; unit: string; side: 'left' | 'right' | null; isBarsOnly: boolean };

/** More than two scales beside a plot are not readable. */
const SIDES = ['left', 'right'] as const;

/**
 * One axis per unit, lines before bars, in the order of the series. The first two are drawn; series of further units
 * are read with the crosshair. States have no value axis: they are strips.
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

export type Extent = { low: number; high: number };
export type ValueScale = { min: number; max: number; step: number };

/** Steps that are easy to add up, in powers of ten. */
const ROUND_STEPS = [1, 2, 2.5, 4, 5, 10, 20];

/** Steps that are harder to read; they are used only if they save this much empty space. */
const ODD_STEPS = [2.5, 4];
const ODD_STEP_COST = 1.15;

/** How many intervals a plot of this height (px) may have; each list contains some that divide a percentage evenly. */
function intervalsFor(plotPx: number): readonly number[] {
  if (plotPx < 90) return [2];
  if (plotPx < 180) return [3, 4, 5];
  return plotPx < 500 ? [4, 5, 6, 7] : [6, 7, 8, 9, 10];
}

/**
 * Scales for the axes of one plot, all with the same number of round steps, so that they share one grid: the number
 * that leaves the least empty space on the axis that fits worst.
 */
export function roundScales(axes: readonly { extent: Extent; unit: string }[], plotPx: number): ValueScale[] {
  let best: { scales: ValueScale[]; slack: number } | null = null;
  for (const intervals of intervalsFor(plotPx)) {
    const scales = axes.flatMap(({ extent, unit }) => roundScale(extent, intervals, unit) ?? []);
    if (scales.length < axes.length) continue;
    const slack = Math.max(
      ...scales.map(({ min, max, step }, index) => {
        const slack = (max - min) / spanOf(axes[index]?.extent ?? { low: min, high: max });
        return isOddStep(step) ? slack * ODD_STEP_COST : slack;
      }),
    );
    if (!best || slack < best.slack - 1e-9) best = { scales, slack };
  }
  return best?.scales ?? [];
}

/**
 * Extends the extent to the nearest edge of its targets if all of it is outside them, because users look for the
 * distance. Otherwise only the readings count, so that zooming into a calm night shows more of it.
 */
export function extendedToTargets({ low, high }: Extent, targets: readonly Extent[]): Extent {
  const isOutside = targets.every((target) => high < target.low || low > target.high);
  if (!isOutside) return { low, high };
  const floors = targets.map((target) => target.low).filter((edge) => edge > high);
  const ceilings = targets.map((target) => target.high).filter((edge) => edge < low);
  // Slightly beyond the edge, so that part of the target is visible.
  if (floors.length > 0) return { low, high: Math.min(...floors) + (Math.min(...floors) - low) * 0.15 };
  if (ceilings.length > 0) return { low: Math.max(...ceilings) - (high - Math.max(...ceilings)) * 0.15, high };
  return { low, high };
}

function isOddStep(step: number): boolean {
  const leading = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return ODD_STEPS.some((odd) => Math.abs(leading - odd) < 1e-6);
}

/** A constant value still needs an axis with a height. */
function spanOf({ low, high }: Extent): number {
  const span = high - low;
  return span > Math.abs(high) * 1e-6 && span > 1e-6 ? span : Math.max(Math.abs(high) * 0.1, 1);
}

/**
 * The scale with exactly this many round steps that contains the extent with the least empty space, split between top
 * and bottom. Values that are never negative start at zero or above; a percentage does not exceed 100, and null is
 * returned where it would.
 */
export function roundScale({ low, high }: Extent, intervals: number, unit: string): ValueScale | null {
  const isShare = unit === '%' && low >= 0 && high <= 100;
  const magnitude = 10 ** Math.floor(Math.log10(spanOf({ low, high }) / intervals));
  for (const round of ROUND_STEPS) {
    const step = round * magnitude;
    const lowest = Math.floor(low / step + 1e-9);
    if ((lowest + intervals) * step < high - step * 1e-9) continue;
    const slack = Math.floor(lowest + intervals - high / step + 1e-9);
    const lowered = lowest - Math.floor(slack / 2);
    const first = low >= 0 ? Math.max(lowered, 0) : lowered;
    const over = isShare ? Math.max(0, Math.ceil(first + intervals - 100 / step - 1e-9)) : 0;
    const scale = { min: (first - over) * step, max: (first - over + intervals) * step, step };
    if ((over === 0 || over <= first) && scale.max >= high - step * 1e-9) return scale;
  }
  return null;
}

/** Decimals that the multiples of a round step need: 2.5 needs one. */
export function stepDecimals(step: number): number {
  for (let decimals = 0; decimals < 6; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return decimals;
  }
  return 6;
}

/** The rows of states. `belowPx` is their height under the plot; 0 if they fill the plot. */
export type StripLayout = { rowPx: number; gapPx: number; belowPx: number };

const STRIP_PX = 10;
const STRIP_GAP_PX = 4;

/** Thin rows under the lines; if there are only states, they fill the plot. */
export function stripLayout(count: number, plotPx: number, isAlone: boolean): StripLayout {
  if (count === 0) return { rowPx: 0, gapPx: 0, belowPx: 0 };
  if (isAlone) return { rowPx: Math.max(1, plotPx / count - STRIP_GAP_PX), gapPx: STRIP_GAP_PX, belowPx: 0 };
  return { rowPx: STRIP_PX, gapPx: STRIP_GAP_PX, belowPx: count * (STRIP_PX + STRIP_GAP_PX) + STRIP_GAP_PX };
}
