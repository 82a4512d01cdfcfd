import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { everyPage } from '#src/api/every-page.ts';
import { type CsvValue, csvBlob } from '#src/lib/csv.ts';
import { Button } from '#src/ui/button.tsx';
import { saveFile } from '#src/ui/download.ts';
import { showToast } from '#src/ui/toast.tsx';

export type ExportButtonProps<Row> = {
  /** Without ending. */
  fileName: string;
  heads: readonly string[];
  /** Calls the list's endpoint for one page of what is searched for. */
  ask: (page: { page: number; size: number }) => Promise<{ value: { rows: Row[]; total: number } }>;
  lineOf: (row: Row) => CsvValue[];
};

/** All rows of a list as a file for a spreadsheet. */
export function ExportButton<Row>({ fileName, heads, ask, lineOf }: ExportButtonProps<Row>) {
  const [isBusy, setIsBusy] = useState(false);

  async function handleExport() {
    setIsBusy(true);
    try {
      const rows = await everyPage(ask);
      saveFile(csvBlob([heads, ...rows.map(lineOf)]), `${fileName}.csv`);
    } catch {
      // Whatever kept a page from coming: half a list would be taken for the whole one.
      showToast('목록을 모두 받지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button onClick={() => void handleExport()} busy={isBusy} icon={<FileDown aria-hidden className="size-5" />}>
      내려받기
    </Button>
  );
}
