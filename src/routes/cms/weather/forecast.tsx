import { createFileRoute } from '@tanstack/react-router';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { ForecastPanel } from '#src/features/weather/forecast-panel.tsx';
import { readForecastPage } from '#src/features/weather/forecast-reads.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { StationLink } from '../../-station-link.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/weather/forecast')({
  staticData: { needsFarm: true },
  validateSearch: ({ date }: Record<string, unknown>): { date?: string } => (typeof date === 'string' ? { date } : {}),
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient, clock }) => readForecastPage(queryClient, index, clock.now())),
  component: ForecastPage,
  errorComponent: MonitorFailure,
});

function ForecastPage() {
  useTitle('예보');
  const { farm } = useChosenFarm();
  const { date } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <div className="flex flex-col gap-5">
      <PageHead title={farm ? `${farm.farmName} 예보` : '예보'} />
      {farm ? (
        <ForecastPanel
          key={farm.index}
          farm={farm}
          date={date}
          onDate={(next) =>
            void navigate({ search: (was) => ({ ...was, date: next }), replace: true, resetScroll: false })
          }
          stationLink={<StationLink farm={farm} />}
          renderFailure={(error, onRetry, isRetrying) => (
            <RecordFailure error={error} onRetry={onRetry} isRetrying={isRetrying} />
          )}
        />
      ) : (
        <Skeleton className="h-dvh" />
      )}
    </div>
  );
}
