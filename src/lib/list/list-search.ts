import { DEFAULT_PAGE_SIZE, type SortOf } from '#contract/wire/list.ts';

/** The state of a list in the URL. `Key` is the type of its sort keys. */
export type ListSearch<Key extends string> = { search?: string; sort?: SortOf<Key>; page?: number };

/** Parses a list's part of the URL; invalid and default values are dropped. */
export function listSearch<const Keys extends readonly string[]>(
  keys: Keys,
  { search, sort, page }: Record<string, unknown>,
): ListSearch<Keys[number]> {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 100) : '';
  const known = keys.flatMap((key): SortOf<Keys[number]>[] => [key, `-${key}`]).find((candidate) => candidate === sort);
  return {
    ...(text !== '' && { search: text }),
    ...(known !== undefined && { sort: known }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  };
}

/** What a list is asked for: by its page, and ahead by the loader of its route. */
export function askedOf<Key extends string>(
  { search, sort, page = 1 }: ListSearch<Key>,
  pageSize: number = DEFAULT_PAGE_SIZE,
): ListSearch<Key> & { page: number; size?: number } {
  return { search, sort, page, ...(pageSize !== DEFAULT_PAGE_SIZE && { size: pageSize }) };
}
