import type { SortOf } from '#contract/list.ts';
import type { cropSorts } from '#contract/sorts.ts';

/** What of the page stands in the address. */
export type CropListSearch = {
  search?: string;
  sort?: SortOf<(typeof cropSorts)[number]>;
  page?: number;
  /** Crops of all farms instead of the chosen one's. */
  all?: true;
};
