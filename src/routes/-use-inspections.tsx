import { useEffect } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import type { Inspections } from '#src/features/dashboard/attention-list.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { useMayWrite } from './-use-may-write.ts';

const loadAttention = () => import('#src/features/inspection/attention.tsx');

/** The inspections of a farm for the start screen, fetched once its figures are shown; undefined until then. */
export function useInspections({ index, right }: Farm, isWanted: boolean): Inspections | undefined {
  const { part, fetchPart } = useLazyModule(loadAttention);
  const mayCreate = useMayWrite('/cms/device/inspection-manage') && right !== 'read';
  useEffect(() => {
    if (isWanted) void fetchPart();
  }, [isWanted, fetchPart]);
  if (!part) return undefined;
  const { OpenInspections, SensorInspection } = part;
  return {
    of: (sensor, open) => <SensorInspection farmIndex={index} sensor={sensor} open={open} mayCreate={mayCreate} />,
    open: (listed, open) => <OpenInspections farmIndex={index} listed={listed} open={open} />,
  };
}
