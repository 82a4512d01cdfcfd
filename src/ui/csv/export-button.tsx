import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { type CsvValue, csvBlob } from '#src/lib/csv.ts';
import { Button } from '../button.tsx';
import { showToast } from '../toast.tsx';
import { saveFile } from './download.ts';

type ExportButtonProps = {
  /** Without ending. */
  fileName: string;
  heads: readonly string[];
  /** All lines; rejects when not all of them could be had. */
  load: () => Promise<readonly (readonly CsvValue[])[]>;
};

/** All rows of a list as a file for a spreadsheet. */
export function ExportButton({ fileName, heads, load }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function handleExport() {
    setIsBusy(true);
    try {
      saveFile(csvBlob([heads, ...(await load())]), `${fileName}.csv`);
    } catch {
      // Whatever kept a part from coming: half a list would be taken for the whole one.
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
