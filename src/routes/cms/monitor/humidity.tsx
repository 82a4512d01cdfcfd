import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';
import { HumidityPanel, type HumiditySearch } from '#src/features/humidity/humidity-panel.tsx';
import { humidityTargetsQuery } from '#src/features/humidity/humidity-query.ts';
import { readHumidityPage } from '#src/features/humidity/humidity-reads.ts';
import { RecordFailure } from '#src/features/monitor/record-failure.tsx';
import { SensorsFine } from '#src/features/quality/sensors-fine.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/monitor/humidity')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) =>
      readHumidityPage(queryClient, index, readSearch(loading.location.search).sensor),
    ),
  component: HumidityPage,
  errorComponent: MonitorFailure,
});

function readSearch({ sensor, range, view }: Record<string, unknown>): HumiditySearch {
  return {
    ...(Number.isInteger(sensor) && { sensor: Number(sensor) }),
    ...(range === '7d' && { range }),
    ...(view === 'table' && { view }),
  };
}

function HumidityPage() {
  useTitle('습도 관리');
  const { farm } = useChosenFarm();
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={farm ? `${farm.farmName} 습도 관리` : '습도 관리'} />
      {farm ? <FarmHumidity key={farm.index} farm={farm} /> : <Skeleton className="h-[40rem]" />}
    </div>
  );
}

function FarmHumidity({ farm }: { farm: Farm }) {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const targets = useQuery(humidityTargetsQuery(farm.index));
  const renderFailure = (error: Error, onRetry: () => void, isRetrying: boolean) => (
    <RecordFailure error={error} onRetry={onRetry} isRetrying={isRetrying} />
  );
  if (!targets.data) {
    if (!targets.isError) return <Skeleton className="h-[40rem]" />;
    return renderFailure(targets.error, () => void targets.refetch(), targets.isFetching);
  }
  return (
    <HumidityPanel
      farmName={farm.farmName}
      targets={targets.data.value}
      search={search}
      onChange={(next) => void navigate({ search: (was) => ({ ...was, ...next }), resetScroll: false })}
      renderFailure={renderFailure}
      renderSensors={(sensors) => <SensorsFine farmIndex={farm.index} sensors={sensors} />}
    />
  );
}
