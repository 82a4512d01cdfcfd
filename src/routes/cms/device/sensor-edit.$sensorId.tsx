import { createFileRoute } from '@tanstack/react-router';
import { getSensor } from '#contract/device/sensor.ts';
import { readQuery } from '#src/api/read/query.ts';
import { SensorEditPage } from '#src/features/sensor/sensor-edit-page.tsx';
import { awaitFirstRead } from '../../-first-reads.ts';
import { SensorFailure } from '../../-route-failure.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/sensor-edit/$sensorId')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'device' } => (from === 'device' ? { from } : {}),
  loader: (loading) =>
    awaitFirstRead(loading, readQuery(getSensor, { params: { id: Number(loading.params.sensorId) } })),
  component: SensorEdit,
  errorComponent: SensorFailure,
});

function SensorEdit() {
  useTitle('센서 정보');
  const { sensorId } = Route.useParams();
  const { from } = Route.useSearch();
  return (
    <SensorEditPage
      key={sensorId}
      sensorId={Number(sensorId)}
      isFromDevice={from === 'device'}
      mayWrite={useMayWrite('/cms/device/sensor-manage')}
    />
  );
}
