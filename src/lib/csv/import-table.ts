import { parseCsv } from './csv.ts';

export type ImportColumn = {
  /** Key of the cell in `check` and in its errors. */
  key: string;
  /** Title in the first row of the file; `key` is accepted there, too. */
  title: string;
  /** The file must have this column; whether a cell may be empty is decided by `check`. */
  isRequired?: boolean;
  /** Example value in the template. */
  sample: string;
};

/** The result of checking one line: a value to import, or errors by column key ('' for the whole line). */
export type LineCheck<Value> = { ok: true; value: Value } | { ok: false; errors: Readonly<Record<string, string>> };

/** Messages for problems of a line that do not depend on its content. */
export type LineProblems = {
  /** A cell outside the named columns is not empty: an unquoted comma has shifted the cells. */
  moved: string;
  /** A cell contains undecodable characters. */
  broken: string;
};

export type ImportLine<Value> = {
  /** Line number in an editor, from 1; the titles are in line 1. */
  line: number;
  /** Trimmed, by column key; '' for columns missing in the file. */
  cells: Readonly<Record<string, string>>;
  check: LineCheck<Value>;
};

export type ImportTable<Value> =
  | { ok: true; lines: ImportLine<Value>[]; ignoredTitles: string[] }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'unclosed-quote'; line: number }
  | { ok: false; reason: 'missing-columns'; titles: string[] }
  | { ok: false; reason: 'too-many-lines'; count: number };

/** Several seasons of one farm. A file is also bounded by its size. */
export const MAX_IMPORT_LINES = 5_000;

const plain = (title: string) => title.normalize('NFC').replace(/[\s*]/g, '').toLowerCase();

/** Parses a CSV text whose first row names the columns, in any order. */
export function importTable<Value>(
  text: string,
  columns: readonly ImportColumn[],
  check: (cells: Readonly<Record<string, string>>, line: number) => LineCheck<Value>,
  problems: LineProblems,
): ImportTable<Value> {
  const [heads, ...rows] = parseCsv(text);
  const unclosed = [heads, ...rows].find((row) => row?.isUnclosed);
  if (unclosed) return { ok: false, reason: 'unclosed-quote', line: unclosed.line };
  if (!heads || rows.length === 0) return { ok: false, reason: 'empty' };

  const titles = heads.cells.map(plain);
  const placeOf = new Map(
    columns.map((column) => [
      column.key,
      titles.findIndex((title) => title === plain(column.title) || title === plain(column.key)),
    ]),
  );
  const missing = columns.filter((column) => column.isRequired && placeOf.get(column.key) === -1);
  if (missing.length > 0) return { ok: false, reason: 'missing-columns', titles: missing.map(({ title }) => title) };
  if (rows.length > MAX_IMPORT_LINES) return { ok: false, reason: 'too-many-lines', count: rows.length };

  const known = new Set(placeOf.values());
  return {
    ok: true,
    ignoredTitles: heads.cells.filter((title, at) => title.trim() !== '' && !known.has(at)),
    lines: rows.map(({ line, cells: values }) => {
      const cells = Object.fromEntries(
        [...placeOf].map(([key, at]) => [key, (values[at] ?? '').normalize('NFC').trim()]),
      );
      const isMoved = values.some((cell, at) => cell.trim() !== '' && !titles[at]);
      const errors = isMoved ? { '': problems.moved } : brokenCells(cells, problems.broken);
      return { line, cells, check: Object.keys(errors).length > 0 ? { ok: false, errors } : check(cells, line) };
    }),
  };
}

/** U+FFFD marks a character that was lost when the file was saved or decoded. */
function brokenCells(cells: Readonly<Record<string, string>>, problem: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([key, cell]) => (cell.includes('\uFFFD') ? [[key, problem]] : [])),
  );
}
