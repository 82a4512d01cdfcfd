import { createFileRoute } from '@tanstack/react-router';
import { sensorSorts } from '#contract/wire/sorts.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { SENSOR_PAGE_SIZE, type SensorListSearch, sensorListQuery } from '#src/features/sensor/sensor-list.ts';
import { SensorManagePage } from '#src/features/sensor/sensor-manage-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { SensorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/sensor-manage')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) => {
      const search = readSearch(loading.location.search);
      return firstResult(
        queryClient,
        sensorListQuery(search.view === 'all' ? undefined : index, askedOf(search, SENSOR_PAGE_SIZE)),
      );
    }),
  component: SensorManage,
  errorComponent: SensorFailure,
});

function readSearch(raw: Record<string, unknown>): SensorListSearch {
  return {
    ...listSearch(sensorSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  };
}

function SensorManage() {
  useTitle('센서 관리');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { farms, farm, isKnown } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/device/sensor-manage');
  // The request of the list needs the farm.
  if (!isKnown) return <Skeleton className="h-[40rem]" />;
  return (
    <SensorManagePage
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      farm={farm}
      hasOtherFarms={farms.length > 1}
      mayWrite={mayWrite}
      mayCreate={mayWrite && farms.some(({ right }) => right !== 'read')}
    />
  );
}
