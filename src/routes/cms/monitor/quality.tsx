import { createFileRoute } from '@tanstack/react-router';
import { areaValues } from '#contract/monitor/monitor.ts';
import { quality } from '#contract/quality/quality.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { SensorInspection } from '#src/features/inspection/attention.tsx';
import { QualityPage } from '#src/features/quality/quality-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { farmInAddress, readFarm } from '../../-first-reads.ts';
import { MonitorFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/monitor/quality')({
  staticData: { needsFarm: true },
  loaderDeps: farmInAddress,
  loader: (loading) =>
    readFarm(loading, ({ index }, { queryClient }) =>
      Promise.all([
        firstResult(queryClient, readQuery(quality, { params: { farmId: index } })),
        firstResult(queryClient, readQuery(areaValues, { params: { farmId: index } })),
      ]),
    ),
  component: SensorQuality,
  errorComponent: MonitorFailure,
});

function SensorQuality() {
  useTitle('센서 상태');
  const { farm } = useChosenFarm();
  const mayWrite = useMayWrite('/cms/monitor/quality');
  const mayInspect = useMayWrite('/cms/device/inspection-manage');
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <QualityPage
      key={farm.index}
      farm={farm}
      mayWrite={mayWrite}
      inspectionOf={(sensor) => (
        <SensorInspection farmIndex={farm.index} sensor={sensor} mayCreate={mayInspect && farm.right !== 'read'} />
      )}
    />
  );
}
