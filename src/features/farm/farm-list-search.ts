import type { SortOf } from '#contract/wire/list.ts';
import type { farmSorts } from '#contract/wire/sorts.ts';

/** What of the page stands in the address. */
export type FarmListSearch = {
  search?: string;
  sort?: SortOf<(typeof farmSorts)[number]>;
  page?: number;
  view?: 'shared';
};
