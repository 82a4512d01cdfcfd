import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';

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
};

/** One page of a query, and its total number of rows. */
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

/** The LIKE pattern of a word, with % and _ escaped. */
function likeOf(word: string): string {
  return `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
