import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { PrintPanel } from '#src/features/monitor/print/print-panel.tsx';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { type AddressList, listIn, numbersOf } from '#src/features/monitor/record-search.ts';
import { housesQuery, stationsQuery } from '#src/features/weather/compare/compare-query.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

/** `month` is yyyy-MM, `sensors` a list such as '3-5', of houses and stations. */
type Search = { month?: string; sensors?: AddressList };

export const Route = createFileRoute('/cms/weather/compare-print')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) =>
      Promise.all([
        TimeChart.preload(),
        firstResult(queryClient, housesQuery(index)),
        firstResult(queryClient, stationsQuery(index)),
      ]),
    ),
  component: ComparePrintPage,
  errorComponent: MonitorFailure,
});

function readSearch({ month, sensors }: Record<string, unknown>): Search {
  return {
    ...(month !== undefined && { month: String(month) }),
    sensors: listIn(sensors),
  };
}

function ComparePrintPage() {
  useTitle('안팎 비교 인쇄');
  const { farm } = useChosenFarm();
  return farm ? <FarmSheets key={farm.index} farm={farm} /> : <Skeleton className="h-[40rem]" />;
}

/** Sensors of one type, of house and stations, are on one sheet. */
function FarmSheets({ farm }: { farm: Farm }) {
  const { month, sensors } = Route.useSearch();
  const navigate = Route.useNavigate();
  const houses = useQuery(housesQuery(farm.index));
  const stations = useQuery(stationsQuery(farm.index));
  for (const answer of [houses, stations]) {
    if (answer.isError && !answer.data) {
      const retry = { onRetry: () => void answer.refetch(), isRetrying: answer.isFetching };
      return <RecordFailure error={answer.error} {...retry} />;
    }
  }
  if (!houses.data || !stations.data) return <Skeleton className="h-[40rem]" />;
  const outside = stations.data.value.map(({ name, sensors: devices }) => ({ areaName: name, devices }));
  return (
    <PrintPanel
      farm={farm}
      targets={{ ...houses.data.value, sensors: [...houses.data.value.sensors, ...outside] }}
      month={month}
      sensors={numbersOf(sensors)}
      onMonth={(next) => void navigate({ search: (was) => ({ ...was, month: next }), replace: true })}
      backLabel="안팎 비교"
      renderBack={(children, className) => (
        <Link to="/cms/weather/compare" search={(was) => ({ farm: was.farm })} className={className}>
          {children}
        </Link>
      )}
    />
  );
}
