import type { StripLayout } from '../axis/value-axis.ts';
import type { ChartRange } from '../chart-series.ts';

/** The plot area in CSS px, and the mapping of times and values to it. */
export type Frame = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  view: ChartRange;
  xOf(at: number): number;
  yOf(value: number): number;
  strips: StripLayout;
  /** Bands get paler the more lines there are, so that they do not hide one another. */
  bandAlpha: number;
};
