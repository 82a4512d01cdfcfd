import { manageFarms } from '#contract/farm/farm-manage.ts';
import type { farmSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

type FarmSort = (typeof farmSorts)[number];

/** What of the page stands in the address. */
export type FarmListSearch = ListSearch<FarmSort> & {
  /** Only farms that others share with the user. */
  view?: 'shared';
};

/** A page of the farms the user manages, or of those that others share with them. */
export function farmListQuery(view: 'shared' | undefined, asked: ListAsked<FarmSort>) {
  return readQuery(manageFarms, { query: { ...asked, view } });
}
