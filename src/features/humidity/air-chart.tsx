import { Suspense, useMemo } from 'react';
import type { HumidityAnswer } from '#contract/monitor/humidity.ts';
import type { Point } from '#contract/series/points.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { nightsBetween } from '#contract/time/sun.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { Card } from '#src/ui/card.tsx';
import type { ChartRange, ChartSeries, NightSpan, TargetBand } from '#src/ui/chart/chart-series.ts';
import { ChartTable, TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { ChartOrTable } from '#src/ui/chart-or-table.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

const spans = { '24h': DAY_MS, '7d': 7 * DAY_MS } as const;
export type AirRange = keyof typeof spans;
export type AirView = 'chart' | 'table';

type AirChartProps = {
  label: string;
  graph: HumidityAnswer['graph'];
  range: AirRange;
  view: AirView;
  onChange: (next: { range?: AirRange; view?: AirView }) => void;
};

/**
 * The good range of the vapour pressure deficit for citrus by day; its limits are in contract/monitor/agronomic-formulas.ts.
 */
const GOOD = { low: 0.5, high: 1.5, unit: 'kPa', label: '낮에 알맞은 수증기압차' };

/** Humidity and vapour pressure deficit, each on its own axis. */
export function AirChart({ label, graph, range, view, onChange }: AirChartProps) {
  const { end } = graph;
  const begin = Math.max(graph.begin, end - spans[range]);
  const shown = useMemo(() => ({ begin, end }), [begin, end]);
  const nights = useMemo(() => nightsBetween(graph.begin, end), [graph.begin, end]);
  const bands = useMemo(() => daylight(nights, graph), [nights, graph]);
  const series = useMemo(() => airSeries(graph), [graph]);
  const within = (points: readonly Point[]) => points.filter(([at]) => at >= begin);
  return (
    <Card aria-label="습도와 수증기압차" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SingleChips
          label="기간"
          chips={[
            { value: '24h', label: '24시간' },
            { value: '7d', label: '7일' },
          ]}
          value={range}
          onChange={(next) => onChange({ range: next })}
        />
        <ChartOrTable view={view} onView={(next) => onChange({ view: next })} panelId="air-view" />
      </div>
      <div id="air-view" role="tabpanel" aria-label={view === 'chart' ? '그래프' : '표'}>
        <Suspense fallback={<Skeleton className="h-72 sm:h-96" />}>
          {view === 'chart' ? (
            <TimeChart
              label={label}
              series={series}
              nights={nights}
              range={shown}
              limits={graph}
              band={bands}
              plotClassName="h-72 sm:h-96"
            />
          ) : (
            <ChartTable caption={label} series={series.map((each) => ({ ...each, points: within(each.points) }))} />
          )}
        </Suspense>
      </div>
    </Card>
  );
}

/** The target holds by day only: at night leaves transpire little, and a small deficit is harmless. */
function daylight(nights: readonly NightSpan[], { begin, end }: ChartRange): TargetBand[] {
  const edges = [begin, ...nights.flatMap(({ from, to }) => [from, to]), end];
  return Array.from({ length: edges.length / 2 }, (_, at) => ({
    ...GOOD,
    from: edges[2 * at] ?? begin,
    to: edges[2 * at + 1] ?? end,
  })).filter(({ from, to }) => from < to);
}

function airSeries({ humidity, deficit, stepMs }: HumidityAnswer['graph']): ChartSeries[] {
  const { label, unit, colour, decimals } = channelTypes.HUMIDITY;
  return [
    { key: 'humidity', label, unit, colour, decimals, stepMs, points: humidity, dash: [], kind: 'line' },
    {
      key: 'deficit',
      label: '수증기압차',
      unit: 'kPa',
      colour: 'ec',
      decimals: 2,
      stepMs,
      points: deficit,
      dash: [8, 3, 2, 3],
      kind: 'line',
    },
  ];
}
