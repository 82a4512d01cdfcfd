import { manageSensors } from '#contract/device/sensor.ts';
import type { sensorSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

export type SensorSort = (typeof sensorSorts)[number];

/** The page's search parameters. */
export type SensorListSearch = ListSearch<SensorSort> & {
  /** Sensors of all farms instead of the chosen one's. */
  view?: 'all';
};

/** Rows on a page: all sensors of most farms, so that each house can be folded. */
export const SENSOR_PAGE_SIZE = 200;

/** A page of the sensors and actuators of one farm, or of all farms that the user may see. */
export function sensorListQuery(farmIndex: number | undefined, asked: ListAsked<SensorSort>) {
  return readQuery(manageSensors, { query: { ...asked, farmIndex } });
}
