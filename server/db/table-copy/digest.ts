import { createHash } from 'node:crypto';
import { type CopiedTable, type Kind, type Queries, type Row, rowsOf } from './copied-tables.ts';

export type TableDigest = {
  rows: number;
  /** SHA-256, hex, over one line per row in key order. */
  sha256: string;
};

/** The digest of a table. Two engines give the same one only for the same values. Throws RangeError as `lineOf` does. */
export async function digestOf(store: Queries, table: CopiedTable): Promise<TableDigest> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of rowsOf(store, table)) {
    hash.update(rows.map((row) => lineOf(table, row)).join(''));
    count += rows.length;
  }
  return { rows: count, sha256: hash.digest('hex') };
}

/** The canonical text of a row. Throws RangeError for a value that its column cannot hold on both engines. */
function lineOf({ name, columns }: CopiedTable, row: Row): string {
  let line = '';
  for (const column of columns) {
    const value = row[column.name];
    const text = value === null ? '-' : texts[column.kind](value);
    if (text === undefined) {
      throw new RangeError(`${name}.${column.name} holds ${JSON.stringify(value)}, which is no ${column.type}`);
    }
    line += `${text},`;
  }
  return `${line}\n`;
}

/** Canonical texts of values. 0 and -0 have the same one, because SQLite stores no -0. */
const texts: Readonly<Record<Kind, (value: unknown) => string | undefined>> = {
  whole: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
  real: (value) => (typeof value === 'number' ? String(value) : undefined),
  text: (value) => (typeof value === 'string' ? JSON.stringify(value) : undefined),
  bytes: (value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : undefined),
};
