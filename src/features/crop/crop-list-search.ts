import type { SortOf } from '#contract/wire/list.ts';
import type { cropSorts } from '#contract/wire/sorts.ts';

/** What of the page stands in the address. */
export type CropListSearch = {
  search?: string;
  sort?: SortOf<(typeof cropSorts)[number]>;
  page?: number;
  /** Crops of all farms instead of the chosen one's. */
  all?: true;
};
