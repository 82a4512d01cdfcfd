/**
 * Reads and writes CSV (RFC 4180) in the variants of Korean spreadsheets: UTF-8 with or without BOM, UTF-16 from
 * "Unicode text", CP949 from older Excel; commas, semicolons or tabs; CRLF or LF.
 */

/** One row; `line` counts from 1 as in an editor, and is the first line of a row that spans several. */
type CsvRow = {
  line: number;
  cells: string[];
  /** A quote in this row was never closed: the rest of the file is in one cell. */
  isUnclosed?: true;
};
export type CsvValue = string | number | boolean | null | undefined;

const BOM = '\uFEFF';

/**
 * Text that a spreadsheet would run as a formula or command, including full-width characters in Korean Excel (OWASP,
 * CSV injection). Leading apostrophes belong to it, so that escaping can be reversed exactly.
 */
const RISKY = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Decodes the bytes of a file. Invalid UTF-8 is read as CP949 (the WHATWG label 'euc-kr' covers it). */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: what Korean Excel saves as plain "CSV".
    return new TextDecoder('euc-kr').decode(bytes);
  }
}

/** The most frequent delimiter of the first row. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const char of text.trimStart()) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '\n' || char === '\r') break;
    else if (char === ',' || char === ';' || char === '\t') counts[char] += 1;
  }
  if (counts['\t'] > Math.max(counts[','], counts[';'])) return '\t';
  return counts[';'] > counts[','] ? ';' : ',';
}

/** The rows of a text without empty ones. Removes the escapes of `csvText`. */
export function parseCsv(text: string, delimiter: string = delimiterOf(text.replace(BOM, ''))): CsvRow[] {
  const source = text.startsWith(BOM) ? text.slice(1) : text;
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let at = 0;

  function endRow() {
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  while (at < source.length) {
    const cell = readCell(source, at, delimiter);
    row.cells.push(unguard(cell.value));
    if (cell.isUnclosed) row.isUnclosed = true;
    line += cell.lineBreaks;
    at = cell.end;
    if (source[at] === delimiter) {
      at += 1;
      if (at === source.length) row.cells.push('');
      continue;
    }
    if (source[at] === '\r' && source[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    endRow();
  }
  if (row.cells.length > 0) endRow();
  return rows;
}

/** Reads one cell at `from`; `end` is the delimiter or line break after it. */
function readCell(source: string, from: number, delimiter: string) {
  let value = '';
  let at = from;
  let lineBreaks = 0;
  let isUnclosed = false;
  const isEnd = (char: string | undefined) =>
    char === undefined || char === delimiter || char === '\n' || char === '\r';
  if (source[at] === '"') {
    at += 1;
    while (at < source.length) {
      const close = source.indexOf('"', at);
      isUnclosed = close === -1;
      const stop = isUnclosed ? source.length : close;
      value += source.slice(at, stop);
      at = stop + 1;
      if (source[at] !== '"') break;
      value += '"';
      at += 1;
    }
    lineBreaks = value.match(/\r\n|\r|\n/g)?.length ?? 0;
  }
  const rest = at;
  while (!isEnd(source[at])) at += 1;
  return { value: value + source.slice(rest, at), end: Math.min(at, source.length), lineBreaks, isUnclosed };
}

/** Formats rows as a file that Korean Excel opens directly: BOM, commas, CRLF, formulas escaped. */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return BOM + rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellText(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = RISKY.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function unguard(cell: string): string {
  return cell.startsWith("'") && RISKY.test(cell) ? cell.slice(1) : cell;
}

/** Rows as a Blob to save. */
export function csvBlob(rows: readonly (readonly CsvValue[])[]): Blob {
  return new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' });
}
