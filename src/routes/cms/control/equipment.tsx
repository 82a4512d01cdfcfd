import { createFileRoute } from '@tanstack/react-router';
import { EquipmentPage } from '#src/features/control/equipment/equipment-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';
import { StopEverything } from './-stop-everything.tsx';

export const Route = createFileRoute('/cms/control/equipment')({
  staticData: { needsFarm: true },
  component: Equipment,
  errorComponent: RouteFailure,
});

function Equipment() {
  useTitle('장비 설정');
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/control/equipment');
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <>
      <EquipmentPage key={farm.index} farm={farm} mayWrite={mayWrite} />
      <StopEverything />
    </>
  );
}
