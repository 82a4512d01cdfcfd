import { type ExpressionBuilder, type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { numbersIn } from './fragments.ts';

/** Tables that grow with the years and are searched as a whole. */
export type SearchedTable = 'audit' | 'observation';

/**
 * A table cut by the number that the engine gives each row, so that no statement over a span of it takes long. No spans:
 * a statement over the whole table keeps nobody waiting.
 */
export type Portions = { rowNumber: RawBuilder<number>; spans: readonly { from: number; to: number }[] };

/** For a table that is not to be cut. */
export const whole: Portions = { rowNumber: sql`0`, spans: [] };

/** The parameters of a list request, as in contract/wire/list.ts. */
export type ListAsked<Sort extends string> = {
  search?: string | undefined;
  sort?: Sort | undefined;
  page: number;
  size: number;
};

type Ways<Column> = {
  /** The columns to search, regardless of case. */
  searched: readonly Column[];
  /** Columns by the name of their sort key. */
  sorted: Readonly<Record<string, Column>>;
  /** A unique column: the default order, and the order among equal rows. */
  otherwise: Column;
  /** Whether the default order is descending. */
  isDescending?: boolean;
  /** Of the first table of the query, where it may become long. */
  portions?: Portions;
};

type Direction = 'asc' | 'desc';

/** A row by its number, with what it is ordered by. */
type Place = { row: number; sorted: unknown; otherwise: unknown };

/** One page of a query, and its total number of rows. */
export async function onePage<Tables, Table extends keyof Tables, Row, Sort extends string>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { search, sort, page, size }: ListAsked<Sort>,
  { searched, sorted, otherwise, isDescending = false, portions = whole }: Ways<string>,
): Promise<{ rows: Row[]; total: number }> {
  const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
  const found = words.reduce(
    (narrowed, word) =>
      narrowed.where((eb: ExpressionBuilder<Tables, Table>) =>
        eb.or(searched.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${likeOf(word)} escape '\\'`)),
      ),
    query,
  );
  const column = sort === undefined ? undefined : sorted[sort.replace(/^-/, '')];
  const direction: Direction = sort?.startsWith('-') ? 'desc' : 'asc';
  const amongEqual: Direction = isDescending ? 'desc' : 'asc';
  const inOrder = <Found>(some: SelectQueryBuilder<Tables, Table, Found>) =>
    (column === undefined ? some : some.orderBy(sql.ref(column), emptyFirst(direction))).orderBy(
      sql.ref(otherwise),
      amongEqual,
    );
  const end = page * size;
  const { rowNumber, spans } = portions;
  if (spans.length === 0) {
    const total = await countOf(found);
    const rows = inOrder(found)
      .limit(size)
      .offset(end - size);
    return { total, rows: await rows.execute() };
  }
  const byOrder = (a: Place, b: Place) =>
    inDirection(direction, a.sorted, b.sorted) || inDirection(amongEqual, a.otherwise, b.otherwise);
  let total = 0;
  let first: Place[] = [];
  for (const { from, to } of spans) {
    const inSpan = found.where(sql<boolean>`${rowNumber} >= ${from} and ${rowNumber} < ${to}`);
    const count = await countOf(inSpan);
    if (count === 0) continue;
    total += count;
    const places = await inOrder(inSpan.clearSelect())
      .select([rowNumber.as('row'), (column === undefined ? sql`null` : sql.ref(column)).as('sorted')])
      .select(sql.ref(otherwise).as('otherwise'))
      .$castTo<Place>()
      .limit(end)
      .execute();
    // Both are in order already.
    first = [...first, ...places].sort(byOrder).slice(0, end);
  }
  const ofPage = sql<string>`${JSON.stringify(first.slice(end - size).map(({ row }) => row))}`;
  const rows = await inOrder(found.where(sql<boolean>`${rowNumber} in ${numbersIn(ofPage)}`)).execute();
  return { rows, total };
}

/** Empty values count as the smallest, as in SQLite; in PostgreSQL they are the largest. */
const emptyFirst = (direction: Direction) => (by: OrderByItemBuilder) =>
  direction === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast();

async function countOf<Tables, Table extends keyof Tables, Row>(
  found: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counting = found.clearSelect().clearOrderBy().select(sql`count(*)`.as('total'));
  const { total }: { total?: unknown } = await counting.executeTakeFirstOrThrow();
  return Number(total);
}

/** Compares values of a column like SQLite: null first, text by code points. */
function inDirection(direction: Direction, one: unknown, other: unknown): number {
  if (direction === 'desc') return inDirection('asc', other, one);
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

/** The LIKE pattern of a word, with % and _ escaped. */
function likeOf(word: string): string {
  return `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
