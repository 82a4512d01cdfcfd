import { growthTargets } from '#contract/growth-calendar/growth-targets.ts';
import { record, targetList } from '#contract/monitor/monitor.ts';
import { exclusions } from '#contract/quality/quality.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { AskedRange } from './ranges.ts';

/** The channels of a farm that can be drawn. */
export const targetsQuery = (farmId: number) => readQuery(targetList, { query: { farmIndex: farmId } });

/** The growth calendar's climate targets of the farm's houses. */
export const growthTargetsQuery = (farmId: number) => readQuery(growthTargets, { params: { id: farmId } });

/** Excluded ranges of the farm's records. */
export const exclusionsQuery = (farmId: number) => readQuery(exclusions, { params: { farmId } });

type AskedSeries = { sensors: readonly number[]; devices: readonly number[] };

/** Readings of the chosen series over a range; refetched while the range includes the present. */
export const recordQuery = ({ sensors, devices }: AskedSeries, { begin, end, refreshMs }: AskedRange) => ({
  ...readQuery(record, { query: { sensors: sensors.join(','), devices: devices.join(','), begin, end } }),
  refetchInterval: refreshMs,
  enabled: sensors.length + devices.length > 0,
});
