import path from 'node:path';
import { openInstance } from '#server/db/instance.ts';
import { movedTables } from '#server/db/migrations/index.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { type CopiedTable, copiedTable, type Row, rowsOf } from '#server/db/table-copy/copied-tables.ts';
import { move } from '#server/move/operator.ts';
import { temporaryDir } from '../temporary.ts';
import type { Ended } from './kept-installation.ts';

/** Runs `npm run move` in this process. */
export async function runMove(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const lines: string[] = [];
  const code = await move({ args, env, say: (line) => void lines.push(line), now: Date.now });
  return { code, said: lines.join('\n') };
}

/** What is easily changed on its way from one database to another. */
const awkward = {
  text: ['', ' 귤 "하우스"\\n', "'; --", '{NULL,\\x00}', 'NULL', '\t\r\n\u0001', '🍊\u{10ffff}é', '{"a":[1,null]}'],
  real: [0.1 + 0.2, -1.5e-300, Number.MAX_VALUE, 5e-324, 21, 1 / 3, -273.15, 0],
  bytes: [Buffer.alloc(0), Buffer.from(Array.from({ length: 256 }, (_, n) => n)), Buffer.from('\\x00', 'latin1')],
};

/** More than fits into four bytes; tables of many rows have whole numbers of four. */
const LARGE = 1_790_000_000_000;
const ofMany = ['reading', 'rollup', 'latest', 'tile_change'];

/** A data folder whose database has rows in every table there is, three or as many as are asked for. */
export async function aFilledFolder(counts: Readonly<Record<string, number>> = {}): Promise<string> {
  const dataDir = temporaryDir();
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const mayBeNull = new Set<string>();
  for (const { name, columns } of await store.db.introspection.getTables()) {
    for (const column of columns) if (column.isNullable) mayBeNull.add(`${name}.${column.name}`);
  }
  for (const name of movedTables) {
    const table = await copiedTable(store, name);
    const rows = Array.from({ length: counts[name] ?? 3 }, (_, n) => aRow(table, n, mayBeNull));
    await store.db.transaction().execute((trx) => store.copiedTables.insert(trx, table, rows));
  }
  await openInstance(store, dataDir);
  await store.close();
  return dataDir;
}

function aRow({ name, columns, key }: CopiedTable, n: number, mayBeNull: ReadonlySet<string>): Row {
  const aValue = ({ name: column, type, kind }: CopiedTable['columns'][number]): unknown => {
    if (n % 3 === 2 && mayBeNull.has(`${name}.${column}`) && !key.includes(column)) return null;
    if (kind === 'whole') return n % 2 === 1 && (type === 'bigint' || !ofMany.includes(name)) ? LARGE + n : n;
    if (kind === 'text') return n + (awkward.text[n % awkward.text.length] ?? '');
    return awkward[kind][n % awkward[kind].length];
  };
  return Object.fromEntries(columns.map((column) => [column.name, aValue(column)]));
}

/** All that a store holds, by table; what is noted about moves aside. */
async function contentOf(store: Store): Promise<Record<string, Row[]>> {
  const content: Record<string, Row[]> = {};
  for (const name of movedTables) {
    const rows: Row[] = [];
    for await (const some of rowsOf(store, await copiedTable(store, name))) rows.push(...some);
    content[name] = rows;
  }
  return content;
}

/** The same of the database file in a data folder. */
export async function contentIn(dataDir: string): Promise<Record<string, Row[]>> {
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  try {
    return await contentOf(store);
  } finally {
    await store.close();
  }
}
