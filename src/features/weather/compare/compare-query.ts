import { record, targetList } from '#contract/monitor/monitor.ts';
import { weatherStations } from '#contract/weather/weather.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type Choice, sensorsOf } from './choice.ts';

/** The channels of a farm's houses. */
export const housesQuery = (farmIndex: number) => readQuery(targetList, { query: { farmIndex } });

export const stationsQuery = (farmIndex: number) => readQuery(weatherStations, { params: { id: farmIndex } });

export type AskedSpan = { begin: string; end: string; refreshMs: number | false };

/** House and stations over a range; refetched while the range includes the present. */
export const compareQuery = (choice: Choice, { begin, end, refreshMs }: AskedSpan) => ({
  ...readQuery(record, { query: { sensors: sensorsOf(choice).join(','), begin, end } }),
  refetchInterval: refreshMs,
});
