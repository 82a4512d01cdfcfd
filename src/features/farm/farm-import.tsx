import { useQueryClient } from '@tanstack/react-query';
import { createFarm, type FarmFields } from '#contract/farm-manage.ts';
import { notSentMessages } from '#contract/terms-write.ts';
import { ApiError, NoAnswerError } from '#src/api/errors.ts';
import { sendWrite } from '#src/api/write.ts';
import type { LineOutcome } from '#src/lib/import-run.ts';
import { CsvImport } from '#src/ui/csv-import.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { checkFarmLine, farmColumns } from './farm-columns.tsx';

export type FarmImportProps = { isOpen: boolean; onClose: () => void };

/** Many farms from a file. Import lazily. */
export function FarmImport({ isOpen, onClose }: FarmImportProps) {
  const client = useQueryClient();
  function handleClose() {
    void client.invalidateQueries();
    onClose();
  }
  return (
    <Dialog title="농장 가져오기" isOpen={isOpen} onClose={handleClose} isWide>
      <CsvImport
        columns={farmColumns}
        templateName="농장 견본"
        check={checkFarmLine}
        importLine={importFarm}
        onDone={handleClose}
      />
    </Dialog>
  );
}

async function importFarm(body: FarmFields, key: string): Promise<LineOutcome> {
  try {
    await sendWrite(createFarm, { body }, key);
    return { ok: true };
  } catch (error) {
    if (error instanceof NoAnswerError) return { ok: false, message: notSentMessages.unknown, stop: true };
    if (!(error instanceof ApiError)) throw error;
    const isHopeless = error.status === 401 || error.status === 403 || error.status >= 500;
    return { ok: false, message: error.message, stop: isHopeless };
  }
}
