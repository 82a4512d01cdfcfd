import type SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { type Portions, type SearchedTable, whole } from '../list.ts';

/** So many rows take some milliseconds, even joined with others and searched. */
const ROWS = 2_000;

/** Cuts tables by their rowid, the order in which they lie in the file. */
export function preparePortions(sqlite: SQLite.Database): (table: SearchedTable) => Portions {
  return (table) => {
    const end = (order: string) =>
      sqlite.prepare<[], number>(`select rowid from ${table} order by rowid ${order} limit 1`).pluck().get() ?? 0;
    const [first, last] = [end('asc'), end('desc')];
    const count = Math.ceil((last - first + 1) / ROWS);
    if (count === 1) return whole;
    const spans = Array.from({ length: count }, (_, n) => ({ from: first + n * ROWS, to: first + (n + 1) * ROWS }));
    return { rowNumber: sql`${sql.ref(`${table}.rowid`)}`, spans };
  };
}
