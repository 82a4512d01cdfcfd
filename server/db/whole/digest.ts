import { createHash } from 'node:crypto';
import { type Kind, type Queries, type Row, rowsOf, type WholeTable } from './whole-tables.ts';

export type TableDigest = {
  rows: number;
  /** SHA-256 over a line for each row in the order of the key, hex. */
  sha256: string;
};

/** The digest of a table: the same on every engine if and only if every value is. Throws RangeError as `lineOf` does. */
export async function digestOf(store: Queries, table: WholeTable): Promise<TableDigest> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of rowsOf(store, table)) {
    hash.update(rows.map((row) => lineOf(table, row)).join(''));
    count += rows.length;
  }
  return { rows: count, sha256: hash.digest('hex') };
}

/** A row in one way of writing it. Throws RangeError for a value that its column cannot hold on both engines. */
function lineOf({ name, columns }: WholeTable, row: Row): string {
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

/** Of both zeros there is one, for SQLite knows no other. */
const texts: Readonly<Record<Kind, (value: unknown) => string | undefined>> = {
  whole: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
  real: (value) => (typeof value === 'number' ? String(value) : undefined),
  text: (value) => (typeof value === 'string' ? JSON.stringify(value) : undefined),
  bytes: (value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : undefined),
};
