import type { cropSorts } from '#contract/crop.ts';
import type { SortOf } from '#contract/list.ts';

/** What of the page stands in the address. */
export type CropListSearch = {
  search?: string;
  sort?: SortOf<(typeof cropSorts)[number]>;
  page?: number;
  /** Crops of all farms instead of the chosen one's. */
  all?: true;
};
