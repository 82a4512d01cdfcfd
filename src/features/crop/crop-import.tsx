import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createCrop } from '#contract/crop/crop.ts';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { refetchAll } from '#src/api/call/refetch-all.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useImportLine } from '#src/api/write/import-line.ts';
import { CsvImport } from '#src/ui/csv/csv-import.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { cropChecker, cropColumns } from './crop-columns.ts';

export type CropImportProps = {
  isOpen: boolean;
  onClose: () => void;
  farms: readonly Farm[];
};

/** Imports crops from a file. Import lazily. */
export function CropImport({ isOpen, onClose, farms }: CropImportProps) {
  const client = useQueryClient();
  const importLine = useImportLine(createCrop);
  const { now } = useClock();
  const items = useQuery({ ...readQuery(itemCodes, { params: { prefix: CROP_PREFIX } }), enabled: isOpen }).data?.value;
  function handleClose() {
    refetchAll(client);
    onClose();
  }
  return (
    <Dialog title="작물 가져오기" isOpen={isOpen} onClose={handleClose} isWide>
      {items ? (
        <CsvImport
          columns={cropColumns}
          templateName="작물 견본"
          check={cropChecker(farms, items, now())}
          importLine={(body, key) => importLine({ body }, key)}
          onDone={handleClose}
        />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}
