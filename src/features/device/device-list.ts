import { manageDevices } from '#contract/device/device.ts';
import type { deviceSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

export type DeviceSort = (typeof deviceSorts)[number];

/** The page's search parameters. */
export type DeviceListSearch = ListSearch<DeviceSort> & {
  /** Devices of all farms instead of the chosen one's. */
  view?: 'all';
};

/** A page of the devices of one farm, or of all farms that the user may see. */
export function deviceListQuery(farmIndex: number | undefined, asked: ListAsked<DeviceSort>) {
  return readQuery(manageDevices, { query: { ...asked, farmIndex } });
}
