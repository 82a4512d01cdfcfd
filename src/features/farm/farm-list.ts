import { manageFarms } from '#contract/farm/farm-manage.ts';
import type { farmSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

type FarmSort = (typeof farmSorts)[number];

/** The page's search parameters. */
export type FarmListSearch = ListSearch<FarmSort> & {
  /** Only farms shared by others. */
  view?: 'shared';
};

/** A page of the user's own farms, or of those shared by others. */
export function farmListQuery(view: 'shared' | undefined, asked: ListAsked<FarmSort>) {
  return readQuery(manageFarms, { query: { ...asked, view } });
}
