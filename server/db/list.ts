import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** What a list was asked with, as contract/wire/list.ts has it. */
export type ListAsked<Sort extends string> = {
  search?: string | undefined;
  sort?: Sort | undefined;
  page: number;
  size: number;
};

type Ways<Column> = {
  /** Columns in whose text is searched, upper and lower case aside. */
  searched: readonly Column[];
  /** Column by the name it is sorted by. */
  sorted: Readonly<Record<string, Column>>;
  /** A unique column: the order when none was asked for, and among equals. */
  otherwise: Column;
  /** Newest first unless asked otherwise. */
  isDescending?: boolean;
};

/** One page of a query, and how many rows it has in all. */
export async function onePage<Tables, Table extends keyof Tables, Row, Sort extends string>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { search, sort, page, size }: ListAsked<Sort>,
  { searched, sorted, otherwise, isDescending = false }: Ways<string>,
): Promise<{ rows: Row[]; total: number }> {
  const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
  const found = words.reduce(
    (narrowed, word) =>
      narrowed.where((eb: ExpressionBuilder<Tables, Table>) =>
        eb.or(searched.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${likeOf(word)} escape '\\'`)),
      ),
    query,
  );
  const counted: { total?: unknown } = await found
    .clearSelect()
    .clearOrderBy()
    .select(sql`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const column = sort === undefined ? undefined : sorted[sort.replace(/^-/, '')];
  const direction = sort?.startsWith('-') ? 'desc' : 'asc';
  const ordered = column === undefined ? found : found.orderBy(sql.ref(column), direction);
  const rows = await ordered
    .orderBy(sql.ref(otherwise), isDescending ? 'desc' : 'asc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, total: Number(counted.total) };
}

/** The word as a pattern: its own % and _ are letters. */
function likeOf(word: string): string {
  return `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
