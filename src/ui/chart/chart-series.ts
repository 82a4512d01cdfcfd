import type { Point } from '#contract/series/points.ts';

/**
 * One thing drawn over time. `points` ascend in time and are kept as they were read: pointing, table and CSV tell them
 * one by one, and only the painting brings together what crowds (pixel-columns.ts).
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
  /** Distance of neighbouring points, ms. */
  stepMs: number;
  /** Neighbours further apart than this are a silence, ms. 1.5 steps where it is not given; see `silentAfterMs` of contract/series/staleness.ts. */
  gapMs?: number;
  points: readonly Point[];
  /** Where readings were left out by hand; epoch ms, half open, null: to the end. */
  excluded?: readonly ExcludedSpan[];
  /** 'line' in its min–max band; 'bars' from zero (irrigation); 'state' 0–100 % as a strip under the plot. */
  kind: 'line' | 'bars' | 'state';
  /** Radius of what stands alone, CSS px; DOT_PX of paint-trace.ts where it is not given. */
  dotPx?: number;
  /** Thin and pale: what is only there to compare with, such as last year. */
  isPale?: boolean;
};

export type ExcludedSpan = { from: number; to: number | null };

/** Whether a silence of the series at this time is somebody's decision. */
export function isExcluded({ excluded = [] }: Pick<ChartSeries, 'excluded'>, at: number): boolean {
  return excluded.some(({ from, to }) => at >= from && (to === null || at < to));
}

/** Epoch ms, half open. */
export type ChartRange = {
  begin: number;
  end: number;
  /** Days are counted from here, such as from a bud break, instead of told by their dates; epoch ms. */
  daysFrom?: number | undefined;
};

/** From a sunset to the sunrise after it, epoch ms. */
export type NightSpan = { from: number; to: number };

/** The unit of a band that does not name one: the targets of a growth calendar are temperatures. */
export const TARGET_UNIT = '℃';

/** Where a value should be. Without `from` and `to` it holds over the whole chart. */
export type TargetBand = {
  low: number;
  high: number;
  label: string;
  /** Drawn on the axis of this unit, TARGET_UNIT where it is not given; not drawn while no series has the unit. */
  unit?: string;
  /** Epoch ms, for targets that change within the chart. */
  from?: number;
  to?: number;
};

/** What a chart on screen can be asked for. */
export type TimeChartHandle = {
  /** The chart with its legend on an opaque ground, image/png. Rejects when the browser refuses to encode it. */
  toPng(title?: string): Promise<Blob>;
  /** Back to the range the chart began with. */
  reset(): void;
};

export function isSameRange(a: ChartRange, b: ChartRange): boolean {
  return a.begin === b.begin && a.end === b.end;
}

/** How a pale series is drawn, in the chart, its legend and its picture: behind the others, yet still to be followed. */
export const PALE_ALPHA = 0.75;
