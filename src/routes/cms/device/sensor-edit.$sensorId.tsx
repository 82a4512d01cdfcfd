import { createFileRoute } from '@tanstack/react-router';
import { SensorEditPage } from '#src/features/sensor/sensor-edit-page.tsx';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/device/sensor-edit/$sensorId')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'device' } => (from === 'device' ? { from } : {}),
  component: SensorEdit,
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
