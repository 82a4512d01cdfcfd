import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { Trx } from '../transaction.ts';

// The store has these types: its own are not to be had here.
export type Queries = { db: Kysely<Database> };

/** What a column holds: whole numbers up to 2^53, doubles, text, bytes; and null. */
export type Kind = 'whole' | 'real' | 'text' | 'bytes';

/** Types as the migrations declare them; PostgreSQL makes whole numbers of one of both. */
const kinds: Readonly<Record<string, Kind>> = {
  integer: 'whole',
  bigint: 'whole',
  'double precision': 'real',
  text: 'text',
  bytea: 'bytes',
};

/** A column as an engine tells it; `place`: from 1 within the primary key, 0 outside of it. */
export type DeclaredColumn = { name: string; type: string; place: number };

/** A table as it is, whatever stands in it. */
export type WholeTable = {
  name: string;
  columns: readonly { name: string; type: string; kind: Kind }[];
  /** The primary key, by which rows are ordered alike on both engines. */
  key: readonly string[];
};

export type Row = Readonly<Record<string, unknown>>;

/** What a move needs of an engine beside its queries. */
export type WholeTables = {
  /** The columns of a table in their order; none where there is no such table. */
  columnsOf(table: string): Promise<DeclaredColumn[]>;
  /** Adds rows within a transaction, every value bit for bit; `table` as this engine has it. */
  insert(trx: Trx, table: WholeTable, rows: readonly Row[]): Promise<void>;
  /** To be called once all rows are there. */
  settle(): Promise<void>;
};

/** A table of an open store. Throws where it has none of this name, or one with a type that no migration declares. */
export async function wholeTable({ wholeTables }: { wholeTables: WholeTables }, name: string): Promise<WholeTable> {
  const declared = await wholeTables.columnsOf(name);
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

/** Rows read at a time: many where they are but numbers, few where one may be a long text. */
const NUMBERS_AT_A_TIME = 20_000;
const TEXTS_AT_A_TIME = 1_000;

/** Some rows of a table in the order of its key, from behind the one with the key `after` on; `isEnd`: there are no more. */
export async function readRows(
  { db }: Queries,
  { name, columns, key }: WholeTable,
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

export const keyOf = ({ key }: WholeTable, row: Row): unknown[] => key.map((column) => row[column]);

/** All rows of a table in the order of its key, some at a time. */
export async function* rowsOf(store: Queries, table: WholeTable): AsyncGenerator<Row[], void> {
  for (let [after, isOver]: [unknown[] | undefined, boolean] = [undefined, false]; !isOver; ) {
    const { rows, isEnd } = await readRows(store, table, after);
    yield rows;
    const last = rows.at(-1);
    [after, isOver] = [last && keyOf(table, last), isEnd];
  }
}

/** Whether a table holds anything. */
export async function hasRows({ db }: Queries, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
  return rows.length > 0;
}

export async function emptyTable(trx: Trx, name: string): Promise<void> {
  await sql`delete from ${sql.table(name)}`.execute(trx);
}
