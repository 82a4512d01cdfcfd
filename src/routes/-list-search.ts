/** What of a list stands in its address. */
export type ListSearch<Sort extends string> = { search?: string; sort?: Sort; page?: number };

/** Reads a list's part of the address; what makes no sense is left out, and so is what is default. */
export function listSearch<const Sorts extends readonly string[]>(
  sorts: Sorts,
  { search, sort, page }: Record<string, unknown>,
): ListSearch<Sorts[number] | `-${Sorts[number]}`> {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 100) : '';
  const known = sorts
    .flatMap((name): (Sorts[number] | `-${Sorts[number]}`)[] => [name, `-${name}`])
    .find((name) => name === sort);
  return {
    ...(text !== '' && { search: text }),
    ...(known !== undefined && { sort: known }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  };
}
