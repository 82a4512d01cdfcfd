import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { createObservation, type ObservationFields } from '#contract/growing/observation.ts';
import { refetchAll } from '#src/api/call/refetch-all.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { useImportLine } from '#src/api/write/import-line.ts';
import type { LineOutcome } from '#src/lib/csv/import-run.ts';
import { CsvImport } from '#src/ui/csv/csv-import.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { growingChecker, growingColumns, withoutKnown } from './growing-columns.ts';
import { growingCropsQuery, growingListQuery } from './growing-reads.ts';

export type GrowingImportProps = {
  isOpen: boolean;
  onClose: () => void;
  farm: Farm;
  /** Observations of the farm that are not sent yet. */
  queued: readonly ObservationFields[];
};

/** Imports observations of a farm from a file. Import lazily. */
export function GrowingImport({ isOpen, onClose, farm, queued }: GrowingImportProps) {
  const client = useQueryClient();
  const isOffline = useIsOffline();
  const importLine = useImportLine(createObservation);
  const { now } = useClock();
  const crops = useQuery({ ...growingCropsQuery(farm.index), enabled: isOpen }).data?.value.crops;
  const stored = useQuery({
    queryKey: ['observations of a farm', farm.index],
    queryFn: () =>
      everyPage((part) => client.fetchQuery({ ...growingListQuery(farm.index, {}, part), staleTime: 0, gcTime: 0 })),
    enabled: isOpen,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  // Those of a file that was just imported are not among the stored ones.
  const imported = useRef<ObservationFields[]>([]);
  const isCompared = stored.data !== undefined;
  // Once open it stays open: reading again must not close what is being imported.
  const [isReady, setIsReady] = useState(false);
  if (isOpen && !isReady && crops && (isOffline || (stored.isFetched && !stored.isFetching))) setIsReady(true);
  async function handleLine(fields: ObservationFields, key: string): Promise<LineOutcome> {
    const outcome = await importLine({ body: { ...fields, id: key } }, key);
    if (outcome.ok) imported.current.push(fields);
    return outcome;
  }
  function handleClose() {
    refetchAll(client);
    setIsReady(false);
    onClose();
  }
  return (
    <Dialog title={`${farm.farmName} 생육 조사 가져오기`} isOpen={isOpen} onClose={handleClose} isWide>
      {crops && isReady ? (
        <div className="flex flex-col gap-4">
          {!isCompared && (
            <Banner tone="offline">
              연결되지 않아 서버에 이미 있는 기록을 가려낼 수 없습니다. 이미 있는 줄이 파일에 있으면 두 번 저장됩니다.
            </Banner>
          )}
          <CsvImport
            columns={growingColumns}
            templateName="생육 조사 견본"
            check={withoutKnown(growingChecker(crops, farm.index, now), {
              stored: stored.data ?? [],
              unsent: [...queued, ...imported.current],
            })}
            importLine={handleLine}
            onDone={handleClose}
          />
        </div>
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}
