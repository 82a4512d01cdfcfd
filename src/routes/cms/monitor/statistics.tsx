import { createFileRoute } from '@tanstack/react-router';
import { isSeoulDate, MINUTE_MS, seoulMonth } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { MonthNav } from '#src/features/statistics/month-nav.tsx';
import type { StatisticsView } from '#src/features/statistics/month-view.tsx';
import { StatisticsPanel } from '#src/features/statistics/statistics-panel.tsx';
import { flowQuery, growthQuery, innerQuery } from '#src/features/statistics/statistics-query.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

type Search = { month?: string; view?: StatisticsView };

export const Route = createFileRoute('/cms/monitor/statistics')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient, clock }) => {
      const asked = { farmIndex: index, baseDate: monthOf(readSearch(loading.location.search), clock.now()) };
      return Promise.all([
        firstResult(queryClient, innerQuery(asked)),
        firstResult(queryClient, flowQuery(asked)),
        firstResult(queryClient, growthQuery(asked)),
      ]);
    }),
  component: StatisticsPage,
  errorComponent: MonitorFailure,
});

function readSearch({ month, view }: Record<string, unknown>): Search {
  return {
    ...(typeof month === 'string' && isSeoulDate(`${month}-01`) && { month }),
    ...(view === 'graph' && { view }),
  };
}

/** The URL may name a future month, which cannot be chosen. */
function monthOf({ month }: Search, now: number): string {
  const newest = seoulMonth(now);
  return month !== undefined && month <= newest ? month : newest;
}

function StatisticsPage() {
  useTitle('내부 환경 통계');
  const { farm } = useChosenFarm();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const now = useNow(MINUTE_MS);
  const newest = seoulMonth(now);
  const month = monthOf(search, now);
  const go = (next: Search) => void navigate({ search: (was) => ({ ...was, ...next }), resetScroll: false });
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={farm ? `${farm.farmName} 내부 환경 통계` : '내부 환경 통계'}
        actions={<MonthNav month={month} newest={newest} onChange={(next) => go({ month: next })} />}
      />
      {farm ? (
        <StatisticsPanel
          key={farm.index}
          farmIndex={farm.index}
          month={month}
          view={search.view ?? 'table'}
          onView={(view) => go({ view })}
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
