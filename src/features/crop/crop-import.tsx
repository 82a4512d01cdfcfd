import { useQueryClient } from '@tanstack/react-query';
import { createCrop } from '#contract/crop/crop.ts';
import type { ItemCode } from '#contract/crop/item-code.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useCall } from '#src/api/call/call.ts';
import { importLine } from '#src/api/write/import-line.ts';
import { CsvImport } from '#src/ui/csv/csv-import.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { cropChecker, cropColumns } from './crop-columns.ts';

export type CropImportProps = {
  isOpen: boolean;
  onClose: () => void;
  farms: readonly Farm[];
  items: readonly ItemCode[];
};

/** Many crops from a file. Import lazily. */
export function CropImport({ isOpen, onClose, farms, items }: CropImportProps) {
  const client = useQueryClient();
  const call = useCall();
  function handleClose() {
    void client.invalidateQueries();
    onClose();
  }
  return (
    <Dialog title="작물 가져오기" isOpen={isOpen} onClose={handleClose} isWide>
      <CsvImport
        columns={cropColumns}
        templateName="작물 견본"
        check={cropChecker(farms, items)}
        importLine={(body, key) => importLine(call, createCrop, { body }, key)}
        onDone={handleClose}
      />
    </Dialog>
  );
}
