import type { Plugin } from 'chart.js';
import { type Observable, observable, type Settable } from '#src/lib/observable.ts';
import type { ChartRange, ChartSeries } from '../chart-series.ts';
import { frameOf, type ReadingsChart, tracesOf, viewOf } from '../paint/readings-controller.ts';
import { type Hit, hitsAt, type Summary, snapped, stepped, summariesOf } from './reading.ts';

/** Where the crosshair stands and what it reads, px within the canvas. */
type Reading = {
  at: number;
  x: number;
  top: number;
  bottom: number;
  hits: readonly Hit[];
  marks: readonly { key: string; colour: string; y: number }[];
};

/** `summaries` is what there is to say while nobody points anywhere. */
type Sight = { view: ChartRange; reading: Reading | null; summaries: readonly Summary[] };

export type Crosshair = {
  plugin: Plugin<'readings'>;
  /** What it reads now. */
  sight: Observable<Sight>;
  /** To the measured time nearest to this px of the canvas. */
  pointAt(x: number): void;
  step(direction: -1 | 1, stride: number): void;
  toEdge(edge: 'begin' | 'end'): void;
  clear(): void;
};

/** The time under the crosshairs of several charts, epoch ms; null while nobody points anywhere. */
export type PointedAt = Settable<number | null>;

/** A key press moves the crosshair at least this far, px. */
const STEP_PX = 3;

/**
 * Reads all series at one time. It holds the time and not the pixel, so it stays with its reading through pan, zoom
 * and new data. It is drawn in a layer of its own above the canvas: moving it does not draw the lines again. Charts that
 * share `pointedAt` read the same time.
 */
export function createCrosshair(view: ChartRange, pointedAt?: PointedAt): Crosshair {
  let chart: ReadingsChart | null = null;
  let leaveShared: (() => void) | undefined;
  let at: number | null = null;
  const sight = observable<Sight>({ view, reading: null, summaries: [] });

  const moveTo = (next: number | null) => {
    if (next === at) return;
    at = next;
    sight.set({ ...sight.get(), reading: chart && at !== null ? readingOf(chart, at) : null });
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
        sight.set({ view, reading, summaries: summariesOf(seriesOf(updated), view) });
      },
      // A tap arrives as mousemove and click; a finger that scrolls the page sends neither. Before and not after the
      // event: the zoom plugin swallows events while it believes in a pan, which it does on after a cancelled one.
      beforeEvent: (_chart, { event, inChartArea, replay }) => {
        if (replay) return;
        if (event.type === 'mouseout' || (event.type === 'mousemove' && !inChartArea)) moveTo(null);
        else if (inChartArea && event.x !== null) pointAt(event.x);
      },
    },
    sight,
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
