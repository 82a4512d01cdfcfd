import { createFileRoute } from '@tanstack/react-router';
import { deviceSorts } from '#contract/wire/sorts.ts';
import { useSession } from '#src/api/session/session.ts';
import type { DeviceListSearch } from '#src/features/device/device-list-search.ts';
import { DeviceManagePage } from '#src/features/device/device-manage-page.tsx';
import { listSearch } from '../../-list-search.ts';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/device-manage')({
  validateSearch: (raw: Record<string, unknown>): DeviceListSearch => ({
    ...listSearch(deviceSorts, raw),
    ...(raw.view === 'all' && { view: raw.view }),
  }),
  component: DeviceManage,
});

function DeviceManage() {
  useTitle('장치 관리');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { farms, farm } = useChosenFarm();
  const { data: session } = useSession();
  const isAdministrator = session?.userAuthority === 'ROLE_ADMINISTER';
  const mayWrite = useMayWrite('/cms/device/device-manage');
  return (
    <DeviceManagePage
      search={search}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }), resetScroll: 'page' in change })}
      farm={farm}
      hasOtherFarms={farms.length > 1 || isAdministrator}
      mayWrite={mayWrite}
      mayCreate={mayWrite && (isAdministrator || farms.some(({ right }) => right !== 'read'))}
    />
  );
}
