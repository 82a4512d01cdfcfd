import type { Point } from '#contract/series/points.ts';

/**
 * One series over time. `points` ascend in time and stay as they were read: crosshair, table and CSV show each of
 * them, and only painting merges dense points (pixel-columns.ts).
 */
export type ChartSeries = {
  /** Unique within a chart. */
  key: string;
  label: string;
  /** Series of one unit share a value axis. */
  unit: string;
  /** Name of a colour token: 'temperature' is the CSS variable `--series-temperature`. */
  colour: string;
  /** Canvas dash pattern, px; empty for a solid line. */
  dash: readonly number[];
  decimals: number;
  /** Interval between points, ms. */
  stepMs: number;
  /**
   * A larger distance between points is a gap, ms. Default: 1.5 steps; see `silentAfterMs` of
   * contract/series/staleness.ts.
   */
  gapMs?: number;
  points: readonly Point[];
  /** Ranges that were excluded by hand; epoch ms, half-open, null: no end. */
  excluded?: readonly ExcludedSpan[];
  /** 'line' with its min–max band; 'bars' from zero (irrigation); 'state' 0–100 % as a strip under the plot. */
  kind: 'line' | 'bars' | 'state';
  /** Radius of an isolated point, CSS px; default: DOT_PX of paint-trace.ts. */
  dotPx?: number;
  /** Thin and pale: a series for comparison, such as last year. */
  isPale?: boolean;
};

export type ExcludedSpan = { from: number; to: number | null };

/** Whether the series was excluded by hand at this time. */
export function isExcluded({ excluded = [] }: Pick<ChartSeries, 'excluded'>, at: number): boolean {
  return excluded.some(({ from, to }) => at >= from && (to === null || at < to));
}

/** Epoch ms, half-open. */
export type ChartRange = {
  begin: number;
  end: number;
  /** Start for counting days, such as bud break; without it labels show dates. Epoch ms. */
  daysFrom?: number | undefined;
};

/** From sunset to the next sunrise, epoch ms. */
export type NightSpan = { from: number; to: number };

/** Default unit of a band: the targets of a growth calendar are temperatures. */
export const TARGET_UNIT = '℃';

/** A target range of values. Without `from` and `to` it holds over the whole chart. */
export type TargetBand = {
  low: number;
  high: number;
  label: string;
  /** The axis it is drawn on, by unit; default: TARGET_UNIT. Not drawn while no series has the unit. */
  unit?: string;
  /** Epoch ms, for targets that change within the chart. */
  from?: number;
  to?: number;
};

/** Methods of a mounted chart. */
export type TimeChartHandle = {
  /** The chart with its legend on an opaque background, image/png. Rejects when the browser refuses to encode it. */
  toPng(title?: string): Promise<Blob>;
  /** Returns to the initial range. */
  reset(): void;
};

export function isSameRange(a: ChartRange, b: ChartRange): boolean {
  return a.begin === b.begin && a.end === b.end;
}

/** Opacity of a pale series in chart, legend and picture. */
export const PALE_ALPHA = 0.75;
