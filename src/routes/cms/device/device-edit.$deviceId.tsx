import { createFileRoute } from '@tanstack/react-router';
import { getDevice } from '#contract/device/device.ts';
import { readQuery } from '#src/api/read/query.ts';
import { DeviceEditPage } from '#src/features/device/device-edit-page.tsx';
import { type DeviceTab, deviceTabs } from '#src/features/device/device-tabs.ts';
import { awaitFirstRead } from '../../-first-reads.ts';
import { DeviceFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/device-edit/$deviceId')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: DeviceTab } => {
    const known = deviceTabs.find((name) => name === tab);
    return known === undefined || known === 'info' ? {} : { tab: known };
  },
  loader: (loading) =>
    awaitFirstRead(loading, readQuery(getDevice, { params: { id: Number(loading.params.deviceId) } })),
  component: DeviceEdit,
  errorComponent: DeviceFailure,
});

function DeviceEdit() {
  useTitle('장치 정보');
  const { deviceId } = Route.useParams();
  const { tab = 'info' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DeviceEditPage
      key={deviceId}
      deviceId={Number(deviceId)}
      tab={tab}
      onTab={(next) => void navigate({ search: (was) => ({ ...was, tab: next }), replace: true, resetScroll: false })}
      mayWrite={useMayWrite('/cms/device/device-manage')}
    />
  );
}
