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
  /** Where days are counted from; undefined: they are told by their dates. */
  daysFrom: number | undefined;
  /** How far one can pan and zoom out. */
  limits: ChartRange;
  theme: ChartTheme;
  axes: readonly ValueAxis[];
  bands: readonly TargetBand[];
  /** Called at every step of a pan or zoom. */
  onMove: (chart: Chart) => void;
  /** Keeps the size it was made with, as sharp as a printer draws. */
  isForPaper?: boolean;
  /** Stands under or over another chart, whose plot is to begin at the same edge. */
  isAligned?: boolean;
  /** Asked before a finger or the mouse pans; false leaves the drag to the crosshair. */
  mayPan: Hold['mayPan'];
};

/** States hang on an axis nobody sees. */
export const STATE_AXIS = 'state';

const stateScale: ScaleOptions<'value'> = { type: 'value', axis: 'y', display: false, min: 0, max: 100 };

/** Finer than this there is nothing to be measured in a greenhouse. */
const SHORTEST_VIEW_MS = 10 * MINUTE_MS;

const LABEL_PADDING_PX = 8;

/** Room for labels as long as '-12.5' or '1,015', font sizes: charts over one another leave as much. */
const ALIGNED_AXIS_EM = 3.25;

/** Readings are kept for years, but one view of more than four says nothing. */
export const LONGEST_VIEW_MS = 1_500 * DAY_MS;

/** A canvas of more than two pixels a point costs time and shows nothing more. */
const SHARPEST_RATIO = 2;

/** About 290 dots to the inch. */
const PAPER_RATIO = 3;

export function chartOptions(setting: ChartSetting): ChartOptions<'readings'> {
  const { view, daysFrom, limits, theme, axes, isForPaper = false, onMove, mayPan } = setting;
  return {
    // Chart.js would measure a page that is shown smaller than it is printed.
    responsive: !isForPaper,
    maintainAspectRatio: false,
    // Nothing here moves by itself, whatever the system says about motion.
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
          // The wheel belongs to the page until somebody asks for it: see chart-gestures.ts.
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

/** The grid of the left axis serves the right one too: both have as many steps. */
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
