import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { type CsvValue, csvBlob } from '#src/lib/csv/csv.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '../button/button.tsx';
import { saveFile } from './download.ts';

/** A list as a file for a spreadsheet: its name without ending, and for each column its title and what stands in it. */
export type ExportFile<Row> = {
  name: string;
  columns: readonly (readonly [title: string, cellOf: (row: Row) => CsvValue])[];
};

type ExportButtonProps<Row> = {
  file: ExportFile<Row>;
  /** All rows; rejects when not all of them could be had. */
  load: () => Promise<readonly Row[]>;
};

/** All rows of a list as a file. */
export function ExportButton<Row>({ file: { name, columns }, load }: ExportButtonProps<Row>) {
  const [isBusy, setIsBusy] = useState(false);

  async function handleExport() {
    setIsBusy(true);
    try {
      const lines = (await load()).map((row) => columns.map(([, cellOf]) => cellOf(row)));
      saveFile(csvBlob([columns.map(([title]) => title), ...lines]), `${name}.csv`);
    } catch {
      // Whatever kept a part from coming: half a list would be taken for the whole one.
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
