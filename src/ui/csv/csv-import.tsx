import { useState } from 'react';
import { decodeCsv } from '#src/lib/csv/csv.ts';
import type { LineOutcome } from '#src/lib/csv/import-run.ts';
import {
  type ImportColumn,
  type ImportLine,
  type ImportTable,
  importTable,
  type LineCheck,
  type LineProblems,
  MAX_IMPORT_LINES,
} from '#src/lib/csv/import-table.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { CsvPicker } from './csv-picker.tsx';
import { CsvReview } from './csv-review.tsx';

type CsvImportProps<Value> = {
  columns: readonly ImportColumn[];
  /** File name of the template, without extension: '농장-견본'. */
  templateName: string;
  /** Validates one line; cells are trimmed and keyed by column. */
  check: (cells: Readonly<Record<string, string>>, line: number) => LineCheck<Value>;
  /**
   * Writes one line. `key` stays the same when the line is retried: send it as the idempotency key. Refusals and lost
   * connections are returned (`stop: true` if the next lines would fail as well); an exception ends the import and is
   * not caught here.
   */
  importLine: (value: Value, key: string) => Promise<LineOutcome>;
  /** Returns to the list when everything is imported. */
  onDone?: () => void;
};

const MAX_BYTES = 1024 * 1024;

/** Imports a CSV file: choose, check, import line by line. Import lazily. */
export function CsvImport<Value>({ columns, templateName, check, importLine, onDone }: CsvImportProps<Value>) {
  const [picked, setPicked] = useState<{ id: number; name: string; lines: ImportLine<Value>[]; ignored: string[] }>();
  const [error, setError] = useState<string>();

  async function handleFile(file: File) {
    setError(undefined);
    if (file.size > MAX_BYTES) {
      setError(`파일이 너무 큽니다(${(file.size / MAX_BYTES).toFixed(1)} MB). 1 MB보다 작게 나누어 주세요.`);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isWorkbook(bytes)) {
      setError('엑셀 파일(.xlsx, .xls)은 읽을 수 없습니다. 엑셀의 ‘다른 이름으로 저장’에서 CSV를 골라 주세요.');
      return;
    }
    const table = importTable(decodeCsv(bytes), columns, check, lineProblems);
    if (table.ok) setPicked({ id: Date.now(), name: file.name, lines: table.lines, ignored: table.ignoredTitles });
    else setError(sentenceOf(table));
  }

  /** On a phone the import is chosen at the end of a list, and what it has brought stands at its start. */
  function handleDone() {
    onDone?.();
    window.scrollTo(0, 0);
  }

  if (!picked) {
    return (
      <CsvPicker columns={columns} templateName={templateName} error={error} onFile={(file) => void handleFile(file)} />
    );
  }
  return (
    <CsvReview
      key={picked.id}
      fileName={picked.name}
      columns={columns}
      lines={picked.lines}
      ignoredTitles={picked.ignored}
      importLine={importLine}
      onAnother={() => setPicked(undefined)}
      {...(onDone && { onDone: handleDone })}
    />
  );
}

/**
 * Magic bytes of spreadsheets: .xlsx and .ods are ZIP archives (APPNOTE 4.3.7), .xls is a compound file ([MS-CFB]
 * 2.2).
 */
const WORKBOOKS = [
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const isWorkbook = (bytes: Uint8Array) => WORKBOOKS.some((begin) => begin.every((byte, at) => bytes[at] === byte));

const lineProblems: LineProblems = {
  moved: '칸이 열 이름보다 많습니다. 쉼표가 든 칸은 앞뒤를 큰따옴표(")로 묶어 주세요.',
  broken: '글자가 깨져 있습니다. 다시 적고 ‘CSV UTF-8’로 저장해 주세요.',
};

function sentenceOf(table: Extract<ImportTable<unknown>, { ok: false }>): string {
  switch (table.reason) {
    case 'empty':
      return '파일에 가져올 줄이 없습니다. 첫 줄은 열 이름이고, 둘째 줄부터 내용을 적어 주세요.';
    case 'unclosed-quote':
      return `${table.line}번째 줄의 큰따옴표(")가 닫히지 않았습니다. 고친 뒤 다시 골라 주세요.`;
    case 'missing-columns':
      return `꼭 필요한 열이 없습니다: ${table.titles.join(', ')}. 첫 줄의 열 이름을 견본과 같게 적어 주세요.`;
    case 'too-many-lines':
      return `${formatNumber(table.count, 0)}줄이 들어 있습니다. ${formatNumber(MAX_IMPORT_LINES, 0)}줄까지 나누어 가져와 주세요.`;
  }
}
