import type { Point } from '#contract/series/points.ts';
import type { ChartSeries } from '../chart-series.ts';
import { gapMsOf, splitRuns } from './runs.ts';

/** A series prepared for drawing: split into runs, its colour resolved, and for a state its row. */
export class Trace {
  readonly series: ChartSeries;
  readonly colour: string;
  readonly axisId: string;
  /** Row among the strips under the plot, from 0; -1 for a series in the plot. */
  readonly row: number;
  readonly gapMs: number;
  readonly runs: readonly (readonly Point[])[];

  constructor(series: ChartSeries, look: { colour: string; axisId: string; row: number }) {
    this.series = series;
    this.colour = look.colour;
    this.axisId = look.axisId;
    this.row = look.row;
    this.gapMs = gapMsOf(series);
    this.runs = splitRuns(series.points, this.gapMs);
  }
}
