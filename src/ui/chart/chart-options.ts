import type { Chart, ChartOptions, ScaleOptions } from 'chart.js';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { ValueAxis } from './axis/value-axis.ts';
import { SteppedScale } from './axis/value-scale.ts';
import type { ChartRange, TargetBand } from './chart-series.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { Hold } from './gesture/hold-to-scrub.ts';
import { valueScaleOf } from './paint/readings-controller.ts';

type ChartSetting = {
  view: ChartRange;
  /** The start for counting days; undefined: ticks show dates. */
  daysFrom: number | undefined;
  /** Limits of panning and zooming out. */
  limits: ChartRange;
  theme: ChartTheme;
  axes: readonly ValueAxis[];
  bands: readonly TargetBand[];
  /** Called on every step of a pan or zoom. */
  onMove: (chart: Chart) => void;
  /** Keeps its initial size, at print resolution. */
  isForPaper?: boolean;
  /** Stacked with another chart: their plots start at the same edge. */
  isAligned?: boolean;
  /** Called before a pan starts; false leaves the drag to the crosshair. */
  mayPan: Hold['mayPan'];
};

/** The hidden axis of states. */
export const STATE_AXIS = 'state';

const stateScale: ScaleOptions<'value'> = { type: 'value', axis: 'y', display: false, min: 0, max: 100 };

/** Shortest range of a zoom: greenhouse readings show nothing finer. */
const SHORTEST_VIEW_MS = 10 * MINUTE_MS;

const LABEL_PADDING_PX = 8;

/** Axis width for labels as long as '-12.5' or '1,015', in font sizes: the same in all stacked charts. */
const ALIGNED_AXIS_EM = 3.25;

/** Readings are kept for years, but a view of more than four is not readable. */
export const LONGEST_VIEW_MS = 1_500 * DAY_MS;

/** A canvas with more than two pixels per CSS px costs time without visible gain. */
const SHARPEST_RATIO = 2;

/** About 290 dpi. */
const PAPER_RATIO = 3;

export function chartOptions(setting: ChartSetting): ChartOptions<'readings'> {
  const { view, daysFrom, limits, theme, axes, isForPaper = false, onMove, mayPan } = setting;
  return {
    // Chart.js would measure a preview that is smaller than the print.
    responsive: !isForPaper,
    maintainAspectRatio: false,
    // No animations, whatever the system setting.
    animation: false,
    devicePixelRatio: isForPaper ? PAPER_RATIO : Math.min(window.devicePixelRatio, SHARPEST_RATIO),
    events: ['mousemove', 'mouseout', 'click'],
    layout: { padding: { top: theme.fontPx + 12, left: 2, right: 2 } },
    scales: {
      x: timeScale({ ...view, daysFrom }, theme),
      [STATE_AXIS]: stateScale,
      ...Object.fromEntries(axes.map((axis) => [axis.id, valueScale(axis, setting)])),
    },
    plugins: {
      zoom: {
        limits: { x: { min: limits.begin, max: limits.end, minRange: SHORTEST_VIEW_MS } },
        pan: {
          enabled: true,
          mode: 'x',
          threshold: 8,
          onPanStart: ({ event }) => mayPan(event),
          onPan: ({ chart }) => onMove(chart),
        },
        zoom: {
          mode: 'x',
          pinch: { enabled: true },
          // The wheel scrolls the page by default: see chart-gestures.ts.
          wheel: { enabled: false },
          onZoom: ({ chart }) => onMove(chart),
        },
      },
    },
  };
}

function timeScale(view: ChartRange, theme: ChartTheme): ScaleOptions<'seoulTime'> {
  return {
    type: 'seoulTime',
    axis: 'x',
    position: 'bottom',
    min: view.begin,
    max: view.end,
    daysFrom: view.daysFrom,
    border: { display: false },
    grid: { color: theme.grid, tickLength: 0, lineWidth: ({ tick }) => (tick?.major ? 1.5 : 0) },
    ticks: { color: theme.text, font: { family: theme.fontFamily, size: theme.fontPx } },
  };
}

/** The left axis draws the grid for both axes: they have the same number of steps. */
function valueScale(axis: ValueAxis, { axes, bands, theme, isAligned }: ChartSetting): ScaleOptions<'value'> {
  return {
    type: 'value',
    axis: 'y',
    display: axis.side !== null,
    position: axis.side ?? 'left',
    border: { display: false },
    grid: { color: theme.grid, tickLength: 0, drawOnChartArea: axis.side === 'left' },
    ticks: {
      padding: LABEL_PADDING_PX,
      color: theme.text,
      font: { family: theme.fontFamily, size: theme.fontPx },
    },
    afterFit: (scale) => {
      if (isAligned) scale.width = Math.max(scale.width, ALIGNED_AXIS_EM * theme.fontPx);
    },
    afterDataLimits: (scale) => {
      const fitted = valueScaleOf(scale.chart, axis, axes, bands);
      if (fitted && scale instanceof SteppedScale) scale.setSteps(fitted);
    },
  };
}
