import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import type { ExcludedSpan } from '#contract/quality/quality.ts';
import type { ChartRange, TimeChartHandle } from '#src/ui/chart/chart-series.ts';
import { ExportButtons } from '#src/ui/chart/export/export-buttons.tsx';
import { ChartTable } from '#src/ui/chart/lazy-charts.tsx';
import { PLOT_HEIGHT, RecordChart } from '#src/ui/chart/record-chart.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { chartSeriesOf } from './chart-series-of.ts';
import { ExclusionNotes } from './exclusion-notes.tsx';
import { lastYearSeries } from './last-year.ts';
import type { RecordViewName } from './record-search.ts';
import { type FarmTargets, targetBandsOf } from './target-bands.ts';

type RecordViewProps = {
  farm: { farmName: string; isSimulated: boolean };
  record: MonitorRecord;
  /** The same dates one year earlier, shifted to this year. */
  lastYear: MonitorRecord | null;
  growth: FarmTargets;
  /** Excluded ranges of the farm's records. */
  exclusions: readonly ExcludedSpan[];
  shown: ChartRange;
  view: RecordViewName;
  onZoom: (range: ChartRange) => void;
  /** A link to print the range, beside the exports. */
  printLink?: ReactNode;
};

/** A record as a chart or a table, with exports. */
export function RecordView({
  farm,
  record,
  lastYear,
  growth,
  exclusions,
  shown,
  view,
  onZoom,
  printLink,
}: RecordViewProps) {
  const label = `${farm.farmName} 센서 기록`;
  // An exported file is viewed without the app's banner for simulated data.
  const source = farm.isSimulated ? `${farm.farmName} (모의 데이터)` : farm.farmName;
  const series = useMemo(
    () => [...chartSeriesOf(record, exclusions), ...(lastYear ? lastYearSeries(lastYear, lastYearName) : [])],
    [record, lastYear, exclusions],
  );
  const bands = useMemo(() => targetBandsOf(growth, record, shown, bandName), [growth, record, shown]);
  const [chart, setChart] = useState<TimeChartHandle | null>(null);
  const isEmpty = series.every(({ points }) => points.length === 0);
  if (isEmpty && view === 'table') {
    return <EmptyState title="이 기간에는 기록이 없습니다">다른 기간이나 센서를 골라 주세요.</EmptyState>;
  }
  return (
    <div className="flex flex-col gap-4">
      {view === 'chart' ? (
        <RecordChart
          label={label}
          series={series}
          range={shown}
          bands={bands}
          onRangeChange={onZoom}
          onReady={setChart}
          plotClassName={PLOT_HEIGHT}
        />
      ) : (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <ChartTable caption={label} series={series} />
        </Suspense>
      )}
      <ExclusionNotes series={series} shown={shown} exclusions={exclusions} />
      {!isEmpty && (
        <ExportButtons
          farmName={source}
          title={`${source} 센서 기록`}
          chart={view === 'chart' ? chart : undefined}
          series={series}
          shown={shown}
        >
          {printLink}
        </ExportButtons>
      )}
    </div>
  );
}

const bandName = (cropName: string) => `${cropName} 생육 달력 목표`;
const lastYearName = (label: string) => `작년 ${label}`;
