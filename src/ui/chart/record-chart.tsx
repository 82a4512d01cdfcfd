import { Suspense, useMemo } from 'react';
import { nightsBetween } from '#contract/time/sun.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { ChartRange, ChartSeries, TargetBand, TimeChartHandle } from './chart-series.ts';
import { TimeChart } from './lazy-charts.tsx';
import type { PointedAt } from './readout/crosshair-plugin.ts';

/** Nights are shaded only up to this range; over months they are too narrow. */
const NIGHTS_UP_TO_MS = 15 * DAY_MS;

/** Height of the plot that leaves room for header, choices and a legend of two lines: portrait, landscape, desktop. */
export const PLOT_HEIGHT =
  'h-[clamp(11.25rem,100dvh-39.25rem,24rem)] desk:h-[clamp(14rem,100dvh-28.25rem,32rem)] short:h-[clamp(9rem,100dvh-14.5rem,24rem)]';

type RecordChartProps = {
  label: string;
  series: readonly ChartSeries[];
  /** The range in view; it may exceed the loaded data while finer data is being fetched. */
  range: ChartRange;
  /** Limits of panning and zooming out. */
  limits?: ChartRange;
  /** Target ranges of the climate. */
  bands?: TargetBand[];
  onRangeChange?: (range: ChartRange) => void;
  /** Called with the chart once it is mounted. */
  onReady?: (chart: TimeChartHandle) => void;
  plotClassName?: string;
  hasToolbar?: boolean;
  isCompact?: boolean;
  /** Shared by stacked charts, which show the same crosshair time. */
  pointedAt?: PointedAt;
  /** The size of the plot on paper, CSS px. */
  paper?: { width: number; height: number };
};

/** A record as a chart; the chart's code is loaded lazily. */
export function RecordChart({
  label,
  series,
  range,
  limits,
  bands,
  onRangeChange,
  onReady,
  plotClassName = 'h-72 sm:h-96',
  isCompact: isGlance = false,
  hasToolbar = !isGlance,
  pointedAt,
  paper,
}: RecordChartProps) {
  const nights = useMemo(
    () => (range.end - range.begin <= NIGHTS_UP_TO_MS ? nightsBetween(range.begin, range.end) : []),
    [range.begin, range.end],
  );
  return (
    <Suspense fallback={<Skeleton className={plotClassName} />}>
      <TimeChart
        label={label}
        series={series}
        range={range}
        nights={nights}
        plotClassName={plotClassName}
        hasToolbar={hasToolbar}
        isCompact={isGlance}
        {...(limits && { limits })}
        {...(bands && { band: bands })}
        {...(onRangeChange && { onRangeChange })}
        {...(pointedAt && { pointedAt })}
        {...(paper && { paper })}
        {...(onReady && { onReady })}
      />
    </Suspense>
  );
}
