import { createFileRoute } from '@tanstack/react-router';
import { useFarmToWriteOn } from '#src/features/farm/unsent/use-farm-to-write-on.ts';
import { InspectionEditPage } from '#src/features/inspection/inspection-edit-page.tsx';
import { InspectionFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

/** Without a loader: the schema of an inspection is too large for the file of all loaders. */
export const Route = createFileRoute('/cms/device/inspection-edit/$id')({
  component: InspectionEdit,
  errorComponent: InspectionFailure,
});

function InspectionEdit() {
  useTitle('점검');
  const { id } = Route.useParams();
  const { farms } = useFarmToWriteOn(useChosenFarm());
  const mayWrite = useMayWrite('/cms/device/inspection-manage');
  const mayCalibrate = useMayWrite('/cms/device/sensor-manage');
  const mayWriteOn = (farmIndex: number) =>
    mayWrite && farms.some(({ index, right }) => index === farmIndex && right !== 'read');
  const farmNameOf = (farmIndex: number) => farms.find(({ index }) => index === farmIndex)?.farmName ?? '';
  return (
    <InspectionEditPage
      key={id}
      inspectionId={id}
      mayWriteOn={mayWriteOn}
      farmNameOf={farmNameOf}
      mayCalibrate={mayCalibrate}
    />
  );
}
