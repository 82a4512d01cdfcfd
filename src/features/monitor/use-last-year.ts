import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { NoAnswerError } from '#src/api/call/errors.ts';
import type { ChartRange } from '#src/ui/chart/chart-series.ts';
import { askLastYear, laidOverRecord } from './last-year.ts';
import type { AskedRange } from './ranges.ts';
import { recordQuery } from './record-query.ts';

/** Last year's record of the same dates, at this year's times. */
export type LastYear = {
  /** Null while it is off, awaited, or cannot be had. */
  laid: MonitorRecord | null;
  problem: 'offline' | 'failed' | null;
  /** Stretches of last year that this device lacks. */
  missing: readonly (readonly [begin: number, end: number])[];
};

const NOTHING_MISSING: LastYear['missing'] = [];

type Wanted = { isOn: boolean; sensors: readonly number[]; asked: AskedRange; shown: ChartRange };

/** Asks only while it is on; equipment stays out, for a strip of two years says nothing. */
export function useLastYear({ isOn, sensors, asked, shown }: Wanted): LastYear {
  const query = recordQuery({ sensors, devices: [] }, askLastYear(asked));
  const past = useQuery({ ...query, enabled: isOn && sensors.length > 0 });
  const record = isOn ? past.data?.value : undefined;
  const laid = useMemo(() => (record ? laidOverRecord(record, shown) : null), [record, shown]);
  const problem = past.error instanceof NoAnswerError ? 'offline' : 'failed';
  return {
    laid,
    problem: isOn && past.isError && !record ? problem : null,
    missing: (isOn && past.data?.missing) || NOTHING_MISSING,
  };
}
