import type { SortOf } from '#contract/wire/list.ts';
import type { sensorSorts } from '#contract/wire/sorts.ts';

/** What of the page stands in the address. */
export type SensorListSearch = {
  search?: string;
  sort?: SortOf<(typeof sensorSorts)[number]>;
  page?: number;
  /** Sensors of all farms instead of the chosen one's. */
  view?: 'all';
};
