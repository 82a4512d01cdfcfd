import type { farmSorts } from '#contract/farm-manage.ts';
import type { SortOf } from '#contract/list.ts';

/** What of the page stands in the address. */
export type FarmListSearch = {
  search?: string;
  sort?: SortOf<(typeof farmSorts)[number]>;
  page?: number;
  view?: 'shared';
};
