import type { Plugin } from 'chart.js';
import { type Observable, observable, type Settable } from '#src/lib/observable.ts';
import type { ChartRange, ChartSeries } from '../chart-series.ts';
import { frameOf, type ReadingsChart, tracesOf, viewOf } from '../paint/readings-controller.ts';
import { type Hit, hitsAt, type Summary, snapped, stepped, summariesOf } from './reading.ts';

/** The position of the crosshair and the values there, px within the canvas. */
type Reading = {
  at: number;
  x: number;
  top: number;
  bottom: number;
  hits: readonly Hit[];
  marks: readonly { key: string; colour: string; y: number }[];
};

/** `summaries` are shown while there is no crosshair. */
type Readout = { view: ChartRange; reading: Reading | null; summaries: readonly Summary[] };

export type Crosshair = {
  plugin: Plugin<'readings'>;
  /** The current reading. */
  readout: Observable<Readout>;
  /** Moves to the measured time nearest to this x in px of the canvas. */
  pointAt(x: number): void;
  step(direction: -1 | 1, stride: number): void;
  toEdge(edge: 'begin' | 'end'): void;
  clear(): void;
};

/** The shared crosshair time of several charts, epoch ms; null without a crosshair. */
export type PointedAt = Settable<number | null>;

/** Minimum step of the crosshair per key press, px. */
const STEP_PX = 3;

/**
 * Reads all series at one time. It stores the time, not the pixel, so it stays on its reading through pan, zoom and
 * new data. It is drawn in a layer above the canvas, so moving it does not redraw the lines. Charts that share
 * `pointedAt` read the same time.
 */
export function createCrosshair(view: ChartRange, pointedAt?: PointedAt): Crosshair {
  let chart: ReadingsChart | null = null;
  let leaveShared: (() => void) | undefined;
  let at: number | null = null;
  const readout = observable<Readout>({ view, reading: null, summaries: [] });

  const moveTo = (next: number | null) => {
    if (next === at) return;
    at = next;
    readout.set({ ...readout.get(), reading: chart && at !== null ? readingOf(chart, at) : null });
    pointedAt?.set(at);
  };
  const pointAt = (x: number) => {
    const area = chart?.chartArea;
    if (!chart || !area) return;
    const view = viewOf(chart);
    const share = Math.min(1, Math.max(0, (x - area.left) / area.width));
    moveTo(snapped(seriesOf(chart), view.begin + share * (view.end - view.begin), view));
  };

  return {
    plugin: {
      id: 'crosshair',
      afterInit: (created) => {
        chart = created;
        leaveShared?.();
        leaveShared = pointedAt?.subscribe(() => moveTo(pointedAt.get()));
      },
      afterDestroy: (gone) => {
        if (chart !== gone) return;
        chart = null;
        leaveShared?.();
      },
      afterUpdate: (updated) => {
        const view = viewOf(updated);
        if (at !== null && (at < view.begin || at > view.end)) {
          at = null;
          pointedAt?.set(null);
        }
        const reading = at === null ? null : readingOf(updated, at);
        readout.set({ view, reading, summaries: summariesOf(seriesOf(updated), view) });
      },
      // A tap sends mousemove and click; a finger that scrolls the page sends neither. This must run before the event:
      // the zoom plugin swallows events while it assumes a pan, also after a cancelled one.
      beforeEvent: (_chart, { event, inChartArea, replay }) => {
        if (replay) return;
        if (event.type === 'mouseout' || (event.type === 'mousemove' && !inChartArea)) moveTo(null);
        else if (inChartArea && event.x !== null) pointAt(event.x);
      },
    },
    readout,
    pointAt,
    step: (direction, stride) => {
      if (!chart) return;
      const view = viewOf(chart);
      const atLeastMs = (STEP_PX * stride * (view.end - view.begin)) / Math.max(1, chart.chartArea.width);
      const from = at ?? (direction < 0 ? view.end + atLeastMs : view.begin - atLeastMs);
      moveTo(stepped(seriesOf(chart), from, { direction, atLeastMs, view }));
    },
    toEdge: (edge) => {
      if (!chart) return;
      const view = viewOf(chart);
      const [from, direction] = edge === 'begin' ? ([view.begin, 1] as const) : ([view.end, -1] as const);
      moveTo(stepped(seriesOf(chart), from, { direction, atLeastMs: 0, view }));
    },
    clear: () => moveTo(null),
  };
}

function seriesOf(chart: ReadingsChart): ChartSeries[] {
  return tracesOf(chart).map(({ series }) => series);
}

function readingOf(chart: ReadingsChart, at: number): Reading | null {
  const traces = tracesOf(chart);
  const hits = hitsAt(seriesOf(chart), at);
  const marks = traces.flatMap(({ axisId, colour, series }) => {
    const point = hits.find(({ key }) => key === series.key)?.point;
    const frame = series.kind === 'line' ? frameOf(chart, axisId) : null;
    return point && frame ? [{ key: series.key, colour, y: frame.yOf(point[2]) }] : [];
  });
  const frame = frameOf(chart, traces[0]?.axisId ?? '');
  if (!frame) return null;
  return { at, x: frame.xOf(at), top: frame.top, bottom: frame.bottom + frame.strips.belowPx, hits, marks };
}
