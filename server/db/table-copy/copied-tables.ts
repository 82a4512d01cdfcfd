import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { Trx } from '../transaction.ts';

// Importing the types of the store would close an import cycle.
export type Queries = { db: Kysely<Database> };

/** The kind of values in a column: integers up to 2^53, doubles, text or bytes; each may be null. */
export type Kind = 'whole' | 'real' | 'text' | 'bytes';

/** The kind of each column type that the migrations declare. */
const kinds: Readonly<Record<string, Kind>> = {
  integer: 'whole',
  bigint: 'whole',
  'double precision': 'real',
  text: 'text',
  bytea: 'bytes',
};

/** A column as the engine describes it; `place` is its position in the primary key from 1, or 0 outside of it. */
export type DeclaredColumn = { name: string; type: string; place: number };

/** A table of the schema with all its columns. */
export type CopiedTable = {
  name: string;
  columns: readonly { name: string; type: string; kind: Kind }[];
  /** The columns of the primary key; both engines return rows in the same order by it. */
  key: readonly string[];
};

export type Row = Readonly<Record<string, unknown>>;

/** What a move needs from an engine besides queries. */
export type CopiedTables = {
  /** The columns of a table in order; empty if the table does not exist. */
  columnsOf(table: string): Promise<DeclaredColumn[]>;
  /** Inserts rows within a transaction with exact values; `table` as this engine describes it. */
  insert(trx: Trx, table: CopiedTable, rows: readonly Row[]): Promise<void>;
  /** Call it after the last row was inserted. */
  settle(): Promise<void>;
};

/** Describes a table of an open store. Throws if it does not exist or has a type that no migration declares. */
export async function copiedTable(
  { copiedTables }: { copiedTables: CopiedTables },
  name: string,
): Promise<CopiedTable> {
  const declared = await copiedTables.columnsOf(name);
  const columns = declared.map((column) => ({ ...column, kind: kindOf(name, column) }));
  const key = declared.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
  if (key.length === 0) throw new Error(`the table ${name} is not there, or has no primary key`);
  return { name, columns, key: key.map((column) => column.name) };
}

function kindOf(table: string, { name, type }: DeclaredColumn): Kind {
  const kind = kinds[type];
  if (kind === undefined) throw new Error(`${table}.${name} is of the type ${type}, which is not known`);
  return kind;
}

/** Rows per batch: many for tables of numbers only, few where a text may be long. */
const NUMBERS_AT_A_TIME = 20_000;
const TEXTS_AT_A_TIME = 1_000;

/** The next batch of rows in key order, after the key `after`; `isEnd`: it is the last one. */
export async function readRows(
  { db }: Queries,
  { name, columns, key }: CopiedTable,
  after: readonly unknown[] | undefined,
): Promise<{ rows: Row[]; isEnd: boolean }> {
  const isOfNumbers = columns.every(({ kind }) => kind === 'whole' || kind === 'real');
  const limit = isOfNumbers ? NUMBERS_AT_A_TIME : TEXTS_AT_A_TIME;
  const listed = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
  const behind = after ? sql`where (${listed(key)}) > (${sql.join(after)})` : sql``;
  const all = listed(columns.map((column) => column.name));
  const { rows } = await sql<Row>`
    select ${all} from ${sql.table(name)} ${behind} order by ${listed(key)} limit ${sql.lit(limit)}`.execute(db);
  return { rows, isEnd: rows.length < limit };
}

export const keyOf = ({ key }: CopiedTable, row: Row): unknown[] => key.map((column) => row[column]);

/** All rows of a table in key order, in batches. */
export async function* rowsOf(store: Queries, table: CopiedTable): AsyncGenerator<Row[], void> {
  for (let [after, isOver]: [unknown[] | undefined, boolean] = [undefined, false]; !isOver; ) {
    const { rows, isEnd } = await readRows(store, table, after);
    yield rows;
    const last = rows.at(-1);
    [after, isOver] = [last && keyOf(table, last), isEnd];
  }
}

/** Whether a table has any row. */
export async function hasRows({ db }: Queries, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
  return rows.length > 0;
}

export async function emptyTable(trx: Trx, name: string): Promise<void> {
  await sql`delete from ${sql.table(name)}`.execute(trx);
}
