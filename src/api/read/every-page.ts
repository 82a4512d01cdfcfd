import { MAX_PAGE_SIZE } from '#contract/wire/list.ts';

/** All rows of a list, fetched page by page; `ask` calls the list's endpoint. */
export async function everyPage<Row>(
  ask: (page: { page: number; size: number }) => Promise<{ value: { rows: Row[]; total: number } }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { value } = await ask({ page, size: MAX_PAGE_SIZE });
    rows.push(...value.rows);
    if (value.rows.length === 0 || rows.length >= value.total) return rows;
  }
}
