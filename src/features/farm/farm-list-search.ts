import type { SortOf } from '#contract/list.ts';
import type { farmSorts } from '#contract/sorts.ts';

/** What of the page stands in the address. */
export type FarmListSearch = {
  search?: string;
  sort?: SortOf<(typeof farmSorts)[number]>;
  page?: number;
  view?: 'shared';
};
