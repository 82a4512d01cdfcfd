import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Climate, climate } from '#contract/monitor/climate.ts';
import type { MonitorRecord, TargetList } from '#contract/monitor/monitor.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { isSame } from '#src/lib/is-same.ts';
import { Card } from '#src/ui/card.tsx';
import type { ChartSeries, TargetBand } from '#src/ui/chart/chart-series.ts';
import { RecordChart } from '#src/ui/chart/record-chart.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { chartSeriesOf } from './chart-series-of.ts';
import { askFor, spanOf } from './ranges.ts';
import { recordQuery, targetsQuery } from './record-query.ts';

/** The height of a chart with two houses and targets, so that the layout does not shift. */
const HEIGHT = 'min-h-[17.25rem] sm:min-h-[19.75rem] lg:min-h-[23.75rem]';

/** Update interval, ms, for a line that covers a day. */
const CLOCK_STEP_MS = 60_000;

type DayChartProps = {
  farmId: number;
  /** False until the page's values are loaded, so that they are fetched first. */
  isWanted: boolean;
};

/** The last 24 hours of all houses in one chart, with targets if they are equal for all. */
export function DayChart({ farmId, isWanted }: DayChartProps) {
  const asked = askFor('24h', useNow(CLOCK_STEP_MS));
  const { begin, end } = asked;
  const range = useMemo(() => spanOf({ begin, end }), [begin, end]);
  const targets = useQuery({ ...targetsQuery(farmId), enabled: isWanted });
  const sensors = useMemo(() => temperatures(targets.data?.value), [targets.data]);
  const answer = useQuery({ ...recordQuery({ sensors, devices: [] }, asked), placeholderData: keepPreviousData });
  const record = useMemo(() => withoutEmpty(answer.data?.value), [answer.data]);
  const series = useMemo(() => (record ? byHouse(record, chartSeriesOf(record)) : []), [record]);
  const climateRead = useQuery({ ...readQuery(climate, { params: { id: farmId } }), enabled: isWanted });
  const bands = useMemo(() => sharedBands(climateRead.data?.value, record), [climateRead.data, record]);
  if (!record) return targets.data && sensors.length === 0 ? null : <Skeleton className={HEIGHT} />;
  if (record.data.sensorGraph.length === 0) return null;
  return (
    <Card padding="md" className={`flex flex-col gap-1 ${HEIGHT}`}>
      <h2 className="text-lg font-bold">지난 24시간 온도</h2>
      <RecordChart
        label="지난 24시간 온도"
        series={series}
        range={range}
        bands={bands}
        plotClassName="h-40 sm:h-56 lg:h-72"
        isCompact
      />
    </Card>
  );
}

/** The targets as bands if they apply to every house drawn; houses of different crops are judged in their tiles. */
function sharedBands(report: Climate | undefined, record: MonitorRecord | undefined): TargetBand[] {
  const drawn = new Set(record?.data.sensorGraph.map(({ areaName }) => areaName));
  const [first, ...others] = (report?.houses ?? []).filter(({ areaName }) => drawn.has(areaName));
  if (!first || others.some(({ targets }) => !isSame(targets, first.targets))) return [];
  return first.targets.flatMap(({ from, to, lowC: low, highC: high }) =>
    low !== null && high !== null ? [{ from, to, low, high, label: '목표 온도' }] : [],
  );
}

/** The title names the type: if each house has one line, its name suffices. */
function byHouse({ data: { sensorGraph } }: MonitorRecord, series: ChartSeries[]): ChartSeries[] {
  const names = sensorGraph.map(({ areaName }) => areaName);
  if (names.length < 2 || new Set(names).size < names.length) return series;
  return series.map((one, at) => ({ ...one, label: names[at] ?? one.label }));
}

function temperatures(targets: TargetList | undefined): number[] {
  return (targets?.sensors ?? []).flatMap(({ devices }) =>
    devices.filter(({ type }) => type === 'TEMPERATURE').map(({ index }) => index),
  );
}

/** Sensors without readings in this range are left out of the legend. */
function withoutEmpty(record: MonitorRecord | undefined): MonitorRecord | undefined {
  if (!record) return undefined;
  const sensorGraph = record.data.sensorGraph.filter(({ points }) => points.length > 0);
  return { ...record, data: { ...record.data, sensorGraph } };
}
