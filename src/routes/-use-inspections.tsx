import { useEffect } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import type { InspectionRow } from '#contract/inspection/inspection-row.ts';
import type { Inspections } from '#src/features/dashboard/attention-list.tsx';
import { isListedWhole } from '#src/features/inspection/listed.ts';
import { MAX_LISTED } from '#src/lib/list/max-listed.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { useMayWrite } from './-use-may-write.ts';

const loadAttention = () => import('#src/features/inspection/attention.tsx');

/** The inspections of a farm for the dashboard, fetched after its values; a placeholder keeps their room. */
export function useInspections({ index, right }: Farm, isWanted: boolean): Inspections {
  const { part, fetchPart } = useLazyModule(loadAttention);
  const mayCreate = useMayWrite('/cms/device/inspection-manage') && right !== 'read';
  useEffect(() => {
    if (isWanted) void fetchPart();
  }, [isWanted, fetchPart]);
  if (!part) {
    return {
      of: ({ index: sensor }, open) =>
        (mayCreate || open.some(({ sensorIndex }) => sensorIndex === sensor)) && <div className="h-touch" />,
      open: (listed, open) =>
        open.length > 0 && <RoomForInspections listed={listed} isWhole={isListedWhole(listed, open)} />,
    };
  }
  const { OpenInspections, SensorInspection } = part;
  return {
    of: (sensor) => <SensorInspection farmIndex={index} sensor={sensor} mayCreate={mayCreate} />,
    open: ({ length }, _, changes) => <OpenInspections farmIndex={index} counted={length} {...changes} />,
  };
}

/** As high as the content, so that the layout does not shift. */
function RoomForInspections({ listed, isWhole }: { listed: readonly InspectionRow[]; isWhole: boolean }) {
  return (
    <div className={`flex flex-col ${isWhole ? '' : 'pt-touch'}`}>
      {listed.length > 0 && (
        <ul aria-label="열린 점검" className="flex flex-col gap-3">
          {listed.slice(0, MAX_LISTED).map(({ id, title }) => (
            <li key={id} className="pl-8">
              <strong>{title}</strong>
              <span className="block text-age">&nbsp;</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
