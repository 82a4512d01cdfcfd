import type { SortOf } from '#contract/wire/list.ts';

/** What of a list stands in its address. `Key` names what the list can be sorted by. */
export type ListSearch<Key extends string> = { search?: string; sort?: SortOf<Key>; page?: number };

/** Reads a list's part of an address; what makes no sense is left out, and so is what is default. */
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
