import { record, targetList } from '#contract/monitor/monitor.ts';
import { weatherStations } from '#contract/weather/weather.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type Choice, sensorsOf } from './choice.ts';

/** What is measured in the houses of a farm. */
export const housesQuery = (farmIndex: number) => readQuery(targetList, { query: { farmIndex } });

/** The weather stations a farm goes by. */
export const stationsQuery = (farmIndex: number) => readQuery(weatherStations, { params: { id: farmIndex } });

export type AskedSpan = { begin: string; end: string; refreshMs: number | false };

/** House and stations over a range; asked again while the range reaches into the present. */
export const compareQuery = (choice: Choice, { begin, end, refreshMs }: AskedSpan) => ({
  ...readQuery(record, { query: { sensors: sensorsOf(choice).join(','), begin, end } }),
  refetchInterval: refreshMs,
});
