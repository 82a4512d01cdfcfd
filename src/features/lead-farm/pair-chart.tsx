import { Suspense, useMemo } from 'react';
import type { Series } from '#contract/monitor/monitor.ts';
import { channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';
import { nightsBetween } from '#contract/time/sun.ts';
import { DAY_MS, type Resolution } from '#contract/time/time.ts';
import type { ChartRange, ChartSeries } from '#src/ui/chart/chart-series.ts';
import { ChartTable, TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

/** Nights are shaded only up to this range; in longer ones they are too narrow. */
const NIGHTS_UP_TO_MS = 14 * DAY_MS;
const LEAD_DASH = [8, 5];

export type Sides = { own: Series; lead: Series; resolution: Resolution };

type PairChartProps = Sides & {
  label: string;
  range: ChartRange;
  onRangeChange: (range: ChartRange) => void;
};

/** Own series solid, lead farm dashed, on one axis. */
export function PairChart({ label, range, onRangeChange, ...sides }: PairChartProps) {
  const { own, lead, resolution } = sides;
  const series = useMemo(() => pairSeries({ own, lead, resolution }), [own, lead, resolution]);
  const nights = useMemo(
    () => (range.end - range.begin <= NIGHTS_UP_TO_MS ? nightsBetween(range.begin, range.end) : []),
    [range],
  );
  return (
    <Suspense fallback={<Skeleton className={PLOT} />}>
      <TimeChart
        label={label}
        series={series}
        range={range}
        nights={nights}
        onRangeChange={onRangeChange}
        plotClassName={PLOT}
      />
    </Suspense>
  );
}

export const PLOT = 'h-72 sm:h-96 [@media(max-height:480px)]:h-[64dvh]';

/** The same values as a table. */
export function PairTable({ label, ...sides }: Sides & { label: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <ChartTable caption={label} series={pairSeries(sides)} />
    </Suspense>
  );
}

function pairSeries({ own, lead, resolution }: Sides): ChartSeries[] {
  const { colour, decimals } = channelTypes[own.type];
  const draw = (series: Series, key: string, label: string, dash: readonly number[]): ChartSeries => ({
    key,
    label,
    dash,
    colour,
    decimals,
    unit: series.unit,
    stepMs: series.stepMs,
    ...(resolution === 'raw' && { gapMs: silentAfterMs(series.stepMs) }),
    points: series.points,
    // Bars of two farms would cover each other: flows are drawn as lines here.
    kind: isActuator(series.type) ? 'state' : 'line',
  });
  return [
    draw(own, 'own', `우리 ${own.areaName} ${own.name}`, []),
    draw(lead, 'lead', `선도농가 ${lead.areaName} ${lead.name}`, LEAD_DASH),
  ];
}
