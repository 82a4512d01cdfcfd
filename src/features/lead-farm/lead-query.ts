import { leadRecord, leadTargets } from '#contract/farm/lead-farm.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { Pair } from './pair.ts';

/** The channels of a farm that can be compared. */
export const leadTargetsQuery = (farmIndex: number) => readQuery(leadTargets, { query: { farmIndex } });

export type AskedSpan = { begin: string; end: string; refreshMs: number | false };

/** Both sides of a pair over a range; refetched while the range includes the present. */
export const leadRecordQuery = ({ own, lead, isActuator }: Pair, { begin, end, refreshMs }: AskedSpan) => {
  const [mine, theirs] = [String(own.index), String(lead.index)];
  const sides = isActuator ? { myDevices: mine, leadDevices: theirs } : { mySensors: mine, leadSensors: theirs };
  return {
    ...readQuery(leadRecord, { query: { ...sides, begin, end } }),
    refetchInterval: refreshMs,
  };
};
