import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Farm } from '#contract/farm/farm.ts';
import { createObservation } from '#contract/growing/observation.ts';
import { refetchAll } from '#src/api/call/refetch-all.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { useImportLine } from '#src/api/write/import-line.ts';
import { CsvImport } from '#src/ui/csv/csv-import.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { growingChecker, growingColumns } from './growing-columns.ts';
import { growingCropsQuery } from './growing-reads.ts';

export type GrowingImportProps = { isOpen: boolean; onClose: () => void; farm: Farm };

/** Imports observations of a farm from a file. Import lazily. */
export function GrowingImport({ isOpen, onClose, farm }: GrowingImportProps) {
  const client = useQueryClient();
  const importLine = useImportLine(createObservation);
  const { now } = useClock();
  const crops = useQuery({ ...growingCropsQuery(farm.index), enabled: isOpen }).data?.value.crops;
  function handleClose() {
    refetchAll(client);
    onClose();
  }
  return (
    <Dialog title={`${farm.farmName} 생육 조사 가져오기`} isOpen={isOpen} onClose={handleClose} isWide>
      {crops ? (
        <CsvImport
          columns={growingColumns}
          templateName="생육 조사 견본"
          check={growingChecker(crops, farm.index, now)}
          importLine={(fields, key) => importLine({ body: { ...fields, id: key } }, key)}
          onDone={handleClose}
        />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}
