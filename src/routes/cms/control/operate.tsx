import { createFileRoute } from '@tanstack/react-router';
import { OperatePage } from '#src/features/control/operate-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';
import { StopEverything } from './-stop-everything.tsx';

export const Route = createFileRoute('/cms/control/operate')({
  staticData: { needsFarm: true },
  component: Operate,
  errorComponent: RouteFailure,
});

function Operate() {
  useTitle('직접 조작');
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/control/operate');
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <>
      <OperatePage key={farm.index} farm={farm} mayWrite={mayWrite} />
      <StopEverything />
    </>
  );
}
