import FileDown from 'lucide-react/icons/file-down';
import FileUp from 'lucide-react/icons/file-up';
import { type DragEvent, useId, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { csvBlob } from '#src/lib/csv/csv.ts';
import { type ImportColumn, MAX_IMPORT_LINES } from '#src/lib/csv/import-table.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Button } from '../button/button.tsx';
import { saveFile } from './download.ts';

type CsvPickerProps = {
  columns: readonly ImportColumn[];
  /** Without extension: '농장-견본'. */
  templateName: string;
  /** Why the last file was rejected. */
  error: string | undefined;
  onFile: (file: File) => void;
};

/** The drop zone and file input, and the template. Part of CsvImport. */
export function CsvPicker({ columns, templateName, error, onFile }: CsvPickerProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }
  function saveTemplate() {
    saveFile(
      csvBlob([columns.map((column) => column.title), columns.map((column) => column.sample)]),
      `${templateName}.csv`,
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <ol className="flex flex-col gap-4">
        <li className="flex flex-col gap-2">
          <p>
            <strong>1.</strong> 견본 파일에 한 줄에 하나씩 적고 CSV로 저장합니다. 열:{' '}
            {columns.map((column) => (column.isRequired ? `${column.title}(필수)` : column.title)).join(', ')}
          </p>
          <Button onClick={saveTemplate} icon={<FileDown aria-hidden className="size-5" />} className="self-start">
            견본 내려받기
          </Button>
        </li>
        <li className="flex flex-col gap-2">
          <p id={`${id}-help`}>
            <strong>2.</strong> 저장한 파일을 고릅니다. {formatNumber(MAX_IMPORT_LINES, 0)}줄, 1&nbsp;MB까지 읽을 수
            있습니다.
          </p>
          <label
            htmlFor={id}
            onDragOver={(event) => {
              event.preventDefault();
              setIsOver(true);
            }}
            onDragLeave={() => setIsOver(false)}
            onDrop={handleDrop}
            className={classNames(
              'flex min-h-28 flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed px-4 py-5 text-center transition-colors hover:bg-leaf-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
              isOver ? 'border-leaf bg-leaf-tint' : 'border-line-strong',
            )}
          >
            <FileUp aria-hidden className="size-7 text-leaf" />
            <span className="font-semibold text-leaf">파일 고르기</span>
            <span className="text-ink-soft pointer-coarse:hidden">또는 여기로 끌어다 놓기</span>
            <input
              id={id}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              aria-describedby={`${id}-help`}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                // Reset, so that the same file can be chosen again after it was corrected.
                event.target.value = '';
                if (file) onFile(file);
              }}
              className="sr-only"
            />
          </label>
        </li>
      </ol>
      <p role="alert" className="rounded-card bg-danger-surface px-4 py-3 font-medium text-danger-ink empty:hidden">
        {error}
      </p>
    </div>
  );
}
