import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';

/** Default and largest number of rows on a page. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 500;

/** An integer parameter of a query; `absent` is its default. */
function whole(least: number, most: number, absent: number) {
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/)),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.gte(least), z.lte(most)),
      ),
    ),
    absent,
  );
}

/**
 * Query of a list: `search` in all its texts, `sort` by one of the named columns (`-name` descending), `page` from 1,
 * `size` rows on a page.
 */
export function listQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  const names = sorts.flatMap((name) => [name, `-${name}`]) as SortOf<Sorts[number]>[];
  return z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    sort: z.optional(z.enum(names)),
    page: whole(1, 100_000, 1),
    size: whole(1, MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE),
  });
}

export type SortOf<Name extends string> = Name | `-${Name}`;

/** One page of a list and the total number of rows. */
export function pageOf<Row extends Schema>(row: Row) {
  return z.object({ rows: z.array(row), total: z.number() });
}
