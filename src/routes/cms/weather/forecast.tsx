import { createFileRoute } from '@tanstack/react-router';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { ForecastPanel } from '#src/features/weather/forecast-panel.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/weather/forecast')({
  staticData: { needsFarm: true },
  validateSearch: ({ date }: Record<string, unknown>): { date?: string } => (typeof date === 'string' ? { date } : {}),
  component: ForecastPage,
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
          farmIndex={farm.index}
          date={date}
          onDate={(next) =>
            void navigate({ search: (was) => ({ ...was, date: next }), replace: true, resetScroll: false })
          }
          renderFailure={(error, onRetry, isRetrying) => (
            <RecordFailure error={error} onRetry={onRetry} isRetrying={isRetrying} />
          )}
        />
      ) : (
        <Skeleton className="h-[40rem]" />
      )}
    </div>
  );
}
