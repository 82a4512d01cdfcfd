/**
 * Readings over time. The only module that registers Chart.js: load it lazily, so that other screens do not include
 * it.
 */
import { Chart as ChartJs } from 'chart.js';
import zoomPlugin from 'chartjs-plugin-zoom';
import {
  memo,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Chart } from 'react-chartjs-2';
import { classNames } from '#src/lib/class-names.ts';
import { SeoulTimeScale } from './axis/seoul-time-scale.ts';
import { type ValueAxis, valueAxes } from './axis/value-axis.ts';
import { SteppedScale } from './axis/value-scale.ts';
import { chartOptions, STATE_AXIS } from './chart-options.ts';
import type { ChartRange, ChartSeries, NightSpan, TargetBand, TimeChartHandle } from './chart-series.ts';
import { type ChartTheme, useChartTheme } from './chart-theme.ts';
import { chartPng } from './export/chart-png.ts';
import { panByKey, useChartGestures, zoomByKey } from './gesture/chart-gestures.ts';
import { ChartToolbar } from './gesture/chart-toolbar.tsx';
import { createHold } from './gesture/hold-to-scrub.ts';
import { useRangeView } from './gesture/use-range-view.ts';
import { type Backdrop, createBackdrop, type Scene } from './paint/backdrop-plugin.ts';
import { createFrameDrawing } from './paint/draw-in-frame.ts';
import { ReadingElement, type ReadingsChart, ReadingsController, viewOf } from './paint/readings-controller.ts';
import { Trace } from './paint/trace.ts';
import { ChartLegend, ChartMoment, CrosshairAnnouncer, CrosshairLayer, EmptyNotice } from './readout/chart-readout.tsx';
import { createCrosshair, type PointedAt } from './readout/crosshair-plugin.ts';

ChartJs.register(SteppedScale, SeoulTimeScale, ReadingElement, ReadingsController);

export type TimeChartProps = {
  /** Accessible name of the chart: the farm and the series. */
  label: string;
  series: readonly ChartSeries[];
  range: ChartRange;
  nights?: readonly NightSpan[];
  /** One target over the whole chart, or several with their own times. */
  band?: TargetBand | readonly TargetBand[];
  /** The range of a reset; default: the last range that the caller chose itself. */
  home?: ChartRange;
  /** Limits of panning and zooming out; default: four years before the end of the first range. */
  limits?: ChartRange;
  /** Called after a pan, a zoom or a reset has ended: fetch this range at a finer resolution. */
  onRangeChange?: (range: ChartRange) => void;
  onReady?: (handle: TimeChartHandle) => void;
  /** Height of the plot. */
  plotClassName?: string;
  /** False hides the buttons. */
  hasToolbar?: boolean;
  /** For a small card with a one-line title that shows the range: minimal height, no buttons. */
  isCompact?: boolean;
  /** Shared by stacked charts: they show the same crosshair time, and their plots start at the same edge. */
  pointedAt?: PointedAt;
  /** Fixed size of the plot for printing, CSS px, however small the preview is. */
  paper?: { width: number; height: number };
};

const NO_NIGHTS: readonly NightSpan[] = [];
const NO_BANDS: readonly TargetBand[] = [];

/** The browser handles vertical scrolling; horizontal drags and pinches go to the chart. */
const TOUCH = 'touch-pan-y! select-none [-webkit-touch-callout:none]';

/** Defers a new picture until the other changes of the page are painted. */
export function TimeChart(props: TimeChartProps) {
  return <SettledChart {...useDeferredValue(props)} />;
}

const SettledChart = memo(function SettledChart(props: TimeChartProps) {
  const {
    label,
    series,
    plotClassName = 'h-72 sm:h-96',
    isCompact: isGlance = false,
    hasToolbar = !isGlance,
    paper,
  } = props;
  const isForPaper = paper !== undefined;
  const isAligned = props.pointedAt !== undefined;
  const { daysFrom } = props.range;
  const plot = useRef<HTMLDivElement>(null);
  const chart = useRef<ReadingsChart | null | undefined>(null);
  const keysId = useId();
  const theme = useChartTheme();
  const [crosshair] = useState(() => createCrosshair(props.range, props.pointedAt));
  const [backdrop] = useState(createBackdrop);
  const [frames] = useState(createFrameDrawing);
  const [hold] = useState(() => createHold(crosshair));
  const { view, isHome, moved, reset, reach } = useRangeView(props);
  const axes = useStableValue(valueAxes(series));
  const bands = useStableValue(bandsOf(props.band));
  const nights = useStableValue(props.nights ?? NO_NIGHTS);
  const excluded = useStableValue(series.flatMap((each) => each.excluded ?? []));

  const data = useMemo(() => ({ datasets: tracesFor(series, axes, theme).map(datasetOf) }), [series, axes, theme]);
  const options = useMemo(
    () =>
      chartOptions({
        view,
        daysFrom,
        limits: reach,
        theme,
        axes,
        bands,
        onMove: (moving) => moved(viewOf(moving)),
        isForPaper,
        isAligned,
        mayPan: hold.mayPan,
      }),
    [view, daysFrom, reach, theme, axes, bands, moved, isForPaper, isAligned, hold],
  );
  useScene(backdrop, chart, { theme, axes, bands, nights, excluded });
  useHandle(chart, { theme, bands, reset }, props.onReady);
  useChartGestures({ plot, chart, crosshair, reset });
  useEffect(() => (plot.current ? hold.listen(plot.current) : undefined), [hold]);

  return (
    <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[1fr_auto]">
      {/* In a small card, on the line of its title. */}
      <p className={classNames('tabular min-h-6 self-center text-age text-ink-soft', isGlance && '-mt-7 ml-auto')}>
        <ChartMoment crosshair={crosshair} series={series} isRangeSaid={isGlance && isHome} />
      </p>
      <div className="sm:col-span-2">
        <ChartLegend crosshair={crosshair} series={series} axes={axes} bands={bands} isCompact={isGlance} />
      </div>
      <div
        ref={plot}
        role="application"
        aria-roledescription="그래프"
        aria-label={label}
        aria-describedby={keysId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair.
        tabIndex={0}
        className={classNames(
          'relative mt-1 rounded-card focus:inset-ring focus:inset-ring-line sm:col-span-2',
          plotClassName,
        )}
      >
        <Chart
          ref={chart}
          type="readings"
          role="presentation"
          aria-hidden="true"
          {...paper}
          className={TOUCH}
          data={data}
          options={options}
          plugins={[backdrop.plugin, crosshair.plugin, frames, zoomPlugin]}
        />
        <EmptyNotice crosshair={crosshair} />
        <CrosshairLayer crosshair={crosshair} />
      </div>
      {hasToolbar && (
        <ChartToolbar
          className="justify-center sm:col-start-2 sm:row-start-1 short:row-start-auto"
          isHome={isHome}
          onPan={(direction) => chart.current && panByKey(chart.current, direction)}
          onZoom={(direction) => chart.current && zoomByKey(chart.current, direction)}
          onReset={reset}
        />
      )}
      {/* Describes the plot, and is not read again after it. */}
      <p id={keysId} hidden>
        왼쪽과 오른쪽 화살표로 시간을 옮기고, Home과 End로 처음과 끝으로 갑니다. 더하기와 빼기로 확대하고 축소하며,
        0으로 처음 범위로 돌아갑니다.
      </p>
      <CrosshairAnnouncer crosshair={crosshair} series={series} plot={plot} />
    </div>
  );
});

function bandsOf(band: TimeChartProps['band'] = NO_BANDS): readonly TargetBand[] {
  return 'label' in band ? [band] : band;
}

/** Keeps the identity of an equal value: a new array from the caller must not rebuild the chart. */
function useStableValue<Value>(fresh: Value): Value {
  const [stable, setStable] = useState(fresh);
  const isSame = fresh === stable || JSON.stringify(fresh) === JSON.stringify(stable);
  if (!isSame) setStable(fresh);
  return isSame ? stable : fresh;
}

function tracesFor(series: readonly ChartSeries[], axes: readonly ValueAxis[], theme: ChartTheme): Trace[] {
  const states = series.filter(({ kind }) => kind === 'state');
  return series.map(
    (each) =>
      new Trace(each, {
        colour: theme.series(each.colour),
        axisId: (each.kind !== 'state' && axes.find(({ unit }) => unit === each.unit)?.id) || STATE_AXIS,
        row: states.indexOf(each),
      }),
  );
}

function datasetOf(trace: Trace) {
  return {
    type: 'readings' as const,
    // react-chartjs-2 identifies datasets by their label.
    label: trace.series.key,
    xAxisID: 'x',
    yAxisID: trace.axisId,
    // Bars are drawn first, behind the lines.
    order: trace.series.kind === 'bars' ? 1 : 0,
    data: [trace],
  };
}

type ChartRef = RefObject<ReadingsChart | null | undefined>;

/** Sets the background in a layout effect, before the chart is drawn. */
function useScene(backdrop: Backdrop, chart: ChartRef, { theme, axes, bands, nights, excluded }: Scene): void {
  useLayoutEffect(() => {
    backdrop.set({ theme, axes, bands, nights, excluded });
    chart.current?.render();
  }, [backdrop, chart, theme, axes, bands, nights, excluded]);
}

type Grip = { theme: ChartTheme; bands: readonly TargetBand[]; reset: () => void };

function useHandle(chart: ChartRef, { theme, bands, reset }: Grip, onReady: TimeChartProps['onReady']): void {
  const picture = useEffectEvent((title: string) =>
    chart.current
      ? chartPng(chart.current, { theme, bands, title })
      : Promise.reject(new Error('The chart is not on screen any more.')),
  );
  const tell = useEffectEvent(() => onReady?.({ reset, toPng: (title = '') => picture(title) }));
  useEffect(() => tell(), []);
}
