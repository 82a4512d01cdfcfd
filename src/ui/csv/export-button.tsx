import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { type CsvValue, csvBlob } from '#src/lib/csv/csv.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '../button/button.tsx';
import { saveFile } from './download.ts';

/** A list as a spreadsheet file: its name without extension, and the title and value of each column. */
export type ExportFile<Row> = {
  name: string;
  columns: readonly (readonly [title: string, cellOf: (row: Row) => CsvValue])[];
};

type ExportButtonProps<Row> = {
  file: ExportFile<Row>;
  /** Loads all rows; rejects when some are missing. */
  load: () => Promise<readonly Row[]>;
};

/** Exports all rows of a list as a file. */
export function ExportButton<Row>({ file: { name, columns }, load }: ExportButtonProps<Row>) {
  const [isBusy, setIsBusy] = useState(false);

  async function handleExport() {
    setIsBusy(true);
    try {
      const lines = (await load()).map((row) => columns.map(([, cellOf]) => cellOf(row)));
      saveFile(csvBlob([columns.map(([title]) => title), ...lines]), `${name}.csv`);
    } catch {
      // Export nothing if a part is missing: the user would take it for the whole list.
      showToast('목록을 모두 받지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button onClick={() => void handleExport()} isBusy={isBusy} icon={<FileDown aria-hidden className="size-5" />}>
      내려받기
    </Button>
  );
}
