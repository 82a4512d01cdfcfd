import { createFileRoute } from '@tanstack/react-router';
import { getHeat } from '#contract/heat/heat.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { HeatPage } from '#src/features/heat/heat-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';
import { StopEverything } from './-stop-everything.tsx';
import { stopReads } from './-stop-reads.ts';

export const Route = createFileRoute('/cms/control/heat-settings')({
  staticData: { needsFarm: true },
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, (farm, client) =>
      Promise.allSettled([
        firstResult(client.queryClient, readQuery(getHeat, { params: { id: farm.index } })),
        firstResult(client.queryClient, readQuery(areaValues, { params: { farmId: farm.index } })),
        ...stopReads(farm, client),
      ]),
    ),
  component: HeatSettingsPage,
});

function HeatSettingsPage() {
  useTitle('난방 설정');
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/control/heat-settings');
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <>
      <StopEverything edge="top" />
      <HeatPage key={farm.index} farm={farm} mayWrite={mayWrite} />
    </>
  );
}
