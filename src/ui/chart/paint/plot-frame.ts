import type { StripLayout } from '../axis/value-axis.ts';
import type { ChartRange } from '../chart-series.ts';

/** The plot in CSS px and how instants and values lie in it. */
export type Frame = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  view: ChartRange;
  xOf(at: number): number;
  yOf(value: number): number;
  strips: StripLayout;
  /** Bands pale as lines grow more, or they would hide one another. */
  bandAlpha: number;
};
