import { growthTargets } from '#contract/growth-calendar/growth-targets.ts';
import { record, targetList } from '#contract/monitor/monitor.ts';
import { exclusions } from '#contract/quality/quality.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { AskedRange } from './ranges.ts';

/** What can be drawn for a farm. */
export const targetsQuery = (farmId: number) => readQuery(targetList, { query: { farmIndex: farmId } });

/** Where the growth calendar wants the air of the farm's houses to be. */
export const growthTargetsQuery = (farmId: number) => readQuery(growthTargets, { params: { id: farmId } });

/** What is left out of the farm's records by hand. */
export const exclusionsQuery = (farmId: number) => readQuery(exclusions, { params: { farmId } });

type AskedSeries = { sensors: readonly number[]; devices: readonly number[] };

/** Readings of the chosen series over a range; asked again while the range reaches into the present. */
export const recordQuery = ({ sensors, devices }: AskedSeries, { begin, end, refreshMs }: AskedRange) => ({
  ...readQuery(record, { query: { sensors: sensors.join(','), devices: devices.join(','), begin, end } }),
  refetchInterval: refreshMs,
  enabled: sensors.length + devices.length > 0,
});
