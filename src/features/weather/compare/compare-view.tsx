import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { observable } from '#src/lib/observable.ts';
import type { ChartRange, TimeChartHandle } from '#src/ui/chart/chart-series.ts';
import { ExportButtons } from '#src/ui/chart/export/export-buttons.tsx';
import { stackedPictures } from '#src/ui/chart/export/stacked-pictures.ts';
import { ChartTable } from '#src/ui/chart/lazy-charts.tsx';
import { PLOT_HEIGHT, RecordChart } from '#src/ui/chart/record-chart.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import type { Compared } from './compared-series.tsx';

/** Keeps what follows the charts below the screen until their height is known, so that nothing visible moves. */
export const UNDER_SCREEN = 'min-h-dvh';

type CompareViewProps = {
  farm: { farmName: string; isSimulated: boolean };
  /** The type's name: '기온'. */
  name: string;
  compared: Compared;
  shown: ChartRange;
  view: 'chart' | 'table';
  onZoom: (range: ChartRange) => void;
  /** A link to print the range, beside the exports. */
  printLink: ReactNode;
};

/** The comparison as charts, with the difference in a second one, or as a table, with exports. */
export function CompareView({ farm, name, compared, shown, view, onZoom, printLink }: CompareViewProps) {
  const [main, setMain] = useState<TimeChartHandle | null>(null);
  const [under, setUnder] = useState<TimeChartHandle | null>(null);
  const [pointedAt] = useState(() => observable<number | null>(null));
  const { series, lift } = compared;
  const all = useMemo(() => (lift ? [...series, lift] : series), [series, lift]);
  const lifts = useMemo(() => (lift ? [lift] : []), [lift]);
  const picture = useMemo(() => (lift ? main && under && stacked(main, under) : main), [main, under, lift]);
  const label = `${farm.farmName} ${name} 안팎 비교`;
  // An exported file is viewed without the app's banner for simulated data.
  const source = farm.isSimulated ? `${farm.farmName} (모의 데이터)` : farm.farmName;
  return (
    <div className="flex flex-col gap-4">
      {view === 'chart' ? (
        <div className={classNames('flex flex-col gap-1', !main && UNDER_SCREEN)}>
          <RecordChart
            label={label}
            series={series}
            range={shown}
            onRangeChange={onZoom}
            onReady={setMain}
            plotClassName={PLOT_HEIGHT}
            pointedAt={pointedAt}
          />
          {lift && (
            <RecordChart
              label={`${farm.farmName} ${name} ${lift.label}`}
              series={lifts}
              range={shown}
              onRangeChange={onZoom}
              onReady={setUnder}
              plotClassName="h-32 sm:h-40"
              pointedAt={pointedAt}
              hasToolbar={false}
            />
          )}
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-dvh" />}>
          <ChartTable caption={label} series={all} />
        </Suspense>
      )}
      {all.some(({ points }) => points.length > 0) && (
        <ExportButtons
          farmName={`${source} ${name} 안팎`}
          title={`${source} ${name} 안팎 비교`}
          series={all}
          shown={shown}
          chart={view === 'chart' ? picture : undefined}
        >
          {printLink}
        </ExportButtons>
      )}
    </div>
  );
}

/** Exports two charts as one picture. */
function stacked(main: TimeChartHandle, under: TimeChartHandle): TimeChartHandle {
  return {
    toPng: async (title) => stackedPictures(await Promise.all([main.toPng(title), under.toPng()])),
    reset: () => main.reset(),
  };
}
