import { createFileRoute } from '@tanstack/react-router';
import { deviceSorts } from '#contract/wire/sorts.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { type DeviceListSearch, deviceListQuery } from '#src/features/device/device-list.ts';
import { DeviceManagePage } from '#src/features/device/device-manage-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { DeviceFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/device-manage')({
  staticData: { needsFarm: true },
  validateSearch: readSearch,
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) => {
      const search = readSearch(loading.location.search);
      return firstResult(queryClient, deviceListQuery(search.view === 'all' ? undefined : index, askedOf(search)));
    }),
  component: DeviceManage,
  errorComponent: DeviceFailure,
});

function readSearch(raw: Record<string, unknown>): DeviceListSearch {
  return {
    ...listSearch(deviceSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  };
}

function DeviceManage() {
  useTitle('장치 관리');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { farms, farm, isKnown } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/device/device-manage');
  // The request of the list needs the farm.
  if (!isKnown) return <Skeleton className="h-[40rem]" />;
  return (
    <DeviceManagePage
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      farm={farm}
      hasOtherFarms={farms.length > 1}
      mayWrite={mayWrite}
      mayCreate={mayWrite && farms.some(({ right }) => right !== 'read')}
    />
  );
}
