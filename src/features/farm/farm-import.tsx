import { useQueryClient } from '@tanstack/react-query';
import { createFarm } from '#contract/farm/farm-manage.ts';
import { refetchAll } from '#src/api/call/refetch-all.ts';
import { useImportLine } from '#src/api/write/import-line.ts';
import { CsvImport } from '#src/ui/csv/csv-import.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { checkFarmLine, farmColumns } from './farm-columns.tsx';

export type FarmImportProps = { isOpen: boolean; onClose: () => void };

/** Imports farms from a file. Import lazily. */
export function FarmImport({ isOpen, onClose }: FarmImportProps) {
  const client = useQueryClient();
  const importLine = useImportLine(createFarm);
  function handleClose() {
    refetchAll(client);
    onClose();
  }
  return (
    <Dialog title="농장 가져오기" isOpen={isOpen} onClose={handleClose} isWide>
      <CsvImport
        columns={farmColumns}
        templateName="농장 견본"
        check={checkFarmLine}
        importLine={(body, key) => importLine({ body }, key)}
        onDone={handleClose}
      />
    </Dialog>
  );
}
