import { createFileRoute } from '@tanstack/react-router';
import { QualityPage } from '#src/features/quality/quality-page.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/monitor/quality')({ component: SensorQuality });

function SensorQuality() {
  useTitle('센서 상태');
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/monitor/quality');
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return <QualityPage key={farm.index} farm={farm} mayWrite={mayWrite} />;
}
