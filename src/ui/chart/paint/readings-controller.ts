/**
 * The one dataset type of our charts. Chart.js creates an element object for every point of its own line charts: eight
 * series of 1,500 points with bands would need 36,000, updated on every pan. Here a dataset holds one Trace and the
 * controller draws directly from the points, without parsing or copying. Scales, layout, events, sizing and plugins
 * are Chart.js' own.
 */
import { type Chart, DatasetController, Element } from 'chart.js';
import {
  type Extent,
  extendedToTargets,
  roundScales,
  type StripLayout,
  stripLayout,
  type ValueAxis,
  type ValueScale,
} from '../axis/value-axis.ts';
import { type ChartRange, TARGET_UNIT, type TargetBand } from '../chart-series.ts';
import { paintTrace } from './paint-trace.ts';
import type { Frame } from './plot-frame.ts';
import { extremesWithin } from './runs.ts';
import { Trace } from './trace.ts';

declare module 'chart.js' {
  interface ChartTypeRegistry {
    readings: {
      chartOptions: object;
      datasetOptions: { label: string; xAxisID: string; yAxisID: string; order: number };
      defaultDataPoint: Trace;
      metaExtensions: object;
      parsedDataType: Trace;
      scales: 'value' | 'seoulTime';
    };
  }
}

export type ReadingsChart = Chart<'readings', Trace[]>;

/** Chart.js requires an element type; no instance is created. */
export class ReadingElement extends Element {
  static id = 'reading';
}

export class ReadingsController extends DatasetController<'readings'> {
  static id = 'readings';
  static defaults = { dataElementType: 'reading' };

  override buildOrUpdateElements(): void {}
  override update(): void {}

  /** Unused: the axes are scaled together in valueScaleOf. */
  protected override getMinMax(): { min: number; max: number } {
    return { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  }

  override draw(): void {
    const trace = tracesOf(this.chart)[this.index];
    const frame = trace && frameOf(this.chart, trace.axisId);
    if (trace && frame) paintTrace(this.chart.ctx, trace, frame);
  }
}

/** The traces of a chart in the order of its datasets. */
export function tracesOf(chart: Chart): Trace[] {
  return chart.data.datasets.flatMap(({ data }) => data.filter((item) => item instanceof Trace));
}

export function viewOf(chart: Chart): ChartRange {
  const x = chart.scales.x;
  const { daysFrom }: { daysFrom?: number } = Object(x?.options);
  return { begin: x?.min ?? 0, end: x?.max ?? 0, daysFrom };
}

export function stripsOf(chart: Chart): StripLayout {
  const traces = tracesOf(chart);
  const states = traces.filter(({ row }) => row >= 0).length;
  return stripLayout(states, chart.chartArea?.height ?? 0, states === traces.length);
}

/** Bars beside lines use only the lower part of the plot. */
const BARS_HEADROOM = 2.5;

/** Height of the labels above and below the plot, px: an estimate before the layout, to choose the number of steps. */
const AROUND_PLOT_PX = 56;

/**
 * The scale of one axis, fitted to the visible points, so that zooming into a calm night shows detail. The drawn axes
 * are fitted together, because they share a grid; others are fitted alone.
 */
export function valueScaleOf(
  chart: Chart,
  axis: ValueAxis,
  axes: readonly ValueAxis[],
  bands: readonly TargetBand[],
): ValueScale | null {
  const plotPx = chart.height - stripsOf(chart).belowPx - AROUND_PLOT_PX;
  const together = axis.side ? axes.filter(({ side }) => side) : [axis];
  const extents = together.map((each) => ({ unit: each.unit, extent: extentOf(chart, each, axes, bands) }));
  return roundScales(extents, plotPx)[together.indexOf(axis)] ?? null;
}

function extentOf(chart: Chart, axis: ValueAxis, axes: readonly ValueAxis[], bands: readonly TargetBand[]): Extent {
  const { min: begin = 0, max: end = 0 } = chart.scales.x?.getUserBounds() ?? {};
  let low = axis.isBarsOnly ? 0 : Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { axisId, series } of tracesOf(chart)) {
    const extremes = axisId === axis.id ? extremesWithin(series.points, begin, end) : null;
    if (!extremes) continue;
    low = Math.min(low, series.kind === 'bars' ? 0 : extremes.min);
    high = Math.max(high, extremes.max);
  }
  if (high < low) return { low: 0, high: 1 };
  const hasLines = axes.some(({ isBarsOnly }) => !isBarsOnly);
  if (axis.isBarsOnly) return { low, high: hasLines ? high * BARS_HEADROOM : high };
  return extendedToTargets(
    { low, high },
    bands.filter(({ unit = TARGET_UNIT, from = begin, to = end }) => unit === axis.unit && from < end && to > begin),
  );
}

/** Null before the layout. Reads only the edges of the scales: both are linear. */
export function frameOf(chart: Chart, axisId: string): Frame | null {
  const { x, [axisId]: y } = chart.scales;
  if (!x || !y || !chart.chartArea) return null;
  const { left, right, top, bottom } = chart.chartArea;
  const view = viewOf(chart);
  const pxPerMs = (right - left) / (view.end - view.begin);
  const pxPerUnit = (bottom - top) / (y.max - y.min);
  const lines = tracesOf(chart).filter(({ series }) => series.kind === 'line').length;
  return {
    left,
    right,
    top,
    bottom,
    view,
    xOf: (at) => left + (at - view.begin) * pxPerMs,
    yOf: (value) => bottom - (value - y.min) * pxPerUnit,
    strips: stripsOf(chart),
    bandAlpha: lines > 4 ? 0.1 : 0.2,
  };
}
