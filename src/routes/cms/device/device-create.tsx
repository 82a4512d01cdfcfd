import { createFileRoute } from '@tanstack/react-router';
import { DeviceCreatePage } from '#src/features/device/device-create-page.tsx';
import { ReadOnlyFarm } from '#src/features/farm/read-only-farm.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { DeviceFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/device-create')({
  staticData: { needsFarm: true },
  component: DeviceCreate,
  errorComponent: DeviceFailure,
});

const TITLE = '장치 등록';

function DeviceCreate() {
  useTitle(TITLE);
  const { farms, farm, isKnown } = useChosenFarm();
  const writable = farms.filter(({ right }) => right !== 'read');
  // The form starts with the chosen farm, so the farm must be known.
  if (!isKnown) return <FormSkeleton />;
  if (writable.length === 0) return <ReadOnlyFarm title={TITLE} />;
  return <DeviceCreatePage farms={writable} farmIndex={farm && farm.right !== 'read' ? farm.index : null} />;
}
