import type { SortOf } from '#contract/wire/list.ts';
import type { deviceSorts } from '#contract/wire/sorts.ts';

/** What of the page stands in the address. */
export type DeviceListSearch = {
  search?: string;
  sort?: SortOf<(typeof deviceSorts)[number]>;
  page?: number;
  /** Devices of all farms instead of the chosen one's. */
  view?: 'all';
};
