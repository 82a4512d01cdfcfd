import { createFileRoute } from '@tanstack/react-router';
import { sensorSorts } from '#contract/wire/sorts.ts';
import type { SensorListSearch } from '#src/features/sensor/sensor-list.ts';
import { SensorManagePage } from '#src/features/sensor/sensor-manage-page.tsx';
import { listSearch } from '#src/lib/list/list-search.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { SensorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/sensor-manage')({
  staticData: { needsFarm: true },
  validateSearch: (raw: Record<string, unknown>): SensorListSearch => ({
    ...listSearch(sensorSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  }),
  component: SensorManage,
  errorComponent: SensorFailure,
});

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
