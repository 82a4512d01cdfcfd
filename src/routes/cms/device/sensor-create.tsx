import { createFileRoute } from '@tanstack/react-router';
import { ReadOnlyFarm } from '#src/features/farm/read-only-farm.tsx';
import { SensorCreatePage } from '#src/features/sensor/sensor-create-page.tsx';
import { SensorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';

/** The device whose page led here, and its code for the new sensor. */
type Search = { device?: number; code?: string };

export const Route = createFileRoute('/cms/device/sensor-create')({
  staticData: { needsFarm: true },
  validateSearch: ({ device, code }: Record<string, unknown>): Search => ({
    ...(typeof device === 'number' && Number.isSafeInteger(device) && { device }),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code).slice(0, 40) }),
  }),
  component: SensorCreate,
  errorComponent: SensorFailure,
});

const TITLE = '센서 등록';

function SensorCreate() {
  useTitle(TITLE);
  const { device, code = '' } = Route.useSearch();
  const { farm } = useChosenFarm();
  if (device === undefined && farm?.right === 'read') return <ReadOnlyFarm title={TITLE} />;
  return (
    <SensorCreatePage
      origin={device === undefined ? undefined : { deviceIndex: device }}
      code={code}
      farmIndex={farm?.index ?? null}
    />
  );
}
