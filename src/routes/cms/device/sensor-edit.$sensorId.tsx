import { createFileRoute } from '@tanstack/react-router';
import { getSensor } from '#contract/device/sensor.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { readQuery } from '#src/api/read/query.ts';
import { SensorEditPage } from '#src/features/sensor/sensor-edit-page.tsx';
import { UnsentSensorPage } from '#src/features/sensor/unsent-sensor-page.tsx';
import { awaitFirstRead } from '../../-first-reads.ts';
import { SensorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/sensor-edit/$sensorId')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'device' } => (from === 'device' ? { from } : {}),
  loader: (loading) => {
    const id = Number(loading.params.sensorId);
    return isProvisional(id) ? undefined : awaitFirstRead(loading, readQuery(getSensor, { params: { id } }));
  },
  component: SensorEdit,
  errorComponent: SensorFailure,
});

function SensorEdit() {
  useTitle('센서 정보');
  const { sensorId } = Route.useParams();
  const { from } = Route.useSearch();
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/device/sensor-manage');
  const id = Number(sensorId);
  if (isProvisional(id)) {
    return <UnsentSensorPage key={sensorId} sensorId={id} farmIndex={farm?.index ?? null} mayWrite={mayWrite} />;
  }
  return <SensorEditPage key={sensorId} sensorId={id} isFromDevice={from === 'device'} mayWrite={mayWrite} />;
}
