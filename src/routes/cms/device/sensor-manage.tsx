import { createFileRoute } from '@tanstack/react-router';
import { sensorSorts } from '#contract/wire/sorts.ts';
import { useSession } from '#src/api/session/session.ts';
import type { SensorListSearch } from '#src/features/sensor/sensor-list-search.ts';
import { SensorManagePage } from '#src/features/sensor/sensor-manage-page.tsx';
import { listSearch } from '../../-list-search.ts';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/sensor-manage')({
  validateSearch: (raw: Record<string, unknown>): SensorListSearch => ({
    ...listSearch(sensorSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  }),
  component: SensorManage,
});

function SensorManage() {
  useTitle('센서 관리');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { farms, farm } = useChosenFarm();
  const { data: session } = useSession();
  const isAdministrator = session?.userAuthority === 'ROLE_ADMINISTER';
  const mayWrite = useMayWrite('/cms/device/sensor-manage');
  return (
    <SensorManagePage
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }), resetScroll: 'page' in change })}
      farm={farm}
      hasOtherFarms={farms.length > 1 || isAdministrator}
      mayWrite={mayWrite}
      mayCreate={mayWrite && (isAdministrator || farms.some(({ right }) => right !== 'read'))}
    />
  );
}
