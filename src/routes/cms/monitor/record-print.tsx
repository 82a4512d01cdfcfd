import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';
import { PrintPanel } from '#src/features/monitor/print/print-panel.tsx';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { targetsQuery } from '#src/features/monitor/record-query.ts';
import { readSheets } from '#src/features/monitor/record-reads.ts';
import { type AddressList, listIn, numbersOf } from '#src/features/monitor/record-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

/** `month` is yyyy-MM, `sensors` a list as '3-5'. */
type Search = { month?: string; sensors?: AddressList };

export const Route = createFileRoute('/cms/monitor/record-print')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient, clock }) => {
      const { month, sensors } = readSearch(loading.location.search);
      return readSheets({ queryClient, farmIndex: index, month, sensors: numbersOf(sensors), now: clock.now() });
    }),
  component: RecordPrintPage,
  errorComponent: MonitorFailure,
});

function readSearch({ month, sensors }: Record<string, unknown>): Search {
  return {
    ...(month !== undefined && { month: String(month) }),
    sensors: listIn(sensors),
  };
}

function RecordPrintPage() {
  useTitle('센서 기록 인쇄');
  const { farm } = useChosenFarm();
  return farm ? <FarmSheets key={farm.index} farm={farm} /> : <Skeleton className="h-[40rem]" />;
}

function FarmSheets({ farm }: { farm: Farm }) {
  const { month, sensors } = Route.useSearch();
  const navigate = Route.useNavigate();
  const targets = useQuery(targetsQuery(farm.index));
  if (!targets.data) {
    if (!targets.isError) return <Skeleton className="h-[40rem]" />;
    const retry = { onRetry: () => void targets.refetch(), isRetrying: targets.isFetching };
    return <RecordFailure error={targets.error} {...retry} />;
  }
  return (
    <PrintPanel
      farm={farm}
      targets={targets.data.value}
      month={month}
      sensors={numbersOf(sensors)}
      onMonth={(next) => void navigate({ search: (was) => ({ ...was, month: next }), replace: true })}
      renderBack={(children, className) => (
        <Link to="/cms/monitor/record" search={(was) => ({ farm: was.farm, sensors })} className={className}>
          {children}
        </Link>
      )}
    />
  );
}
