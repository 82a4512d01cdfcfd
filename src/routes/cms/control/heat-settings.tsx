import { createFileRoute } from '@tanstack/react-router';
import { HeatPage } from '#src/features/heat/heat-page.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/control/heat-settings')({ component: HeatSettingsPage });

function HeatSettingsPage() {
  useTitle('난방 설정');
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/control/heat-settings');
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return <HeatPage key={farm.index} farm={farm} mayWrite={mayWrite} />;
}
