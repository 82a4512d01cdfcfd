import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { NoAnswerError } from '#src/api/call/errors.ts';
import type { ChartRange } from '#src/ui/chart/chart-series.ts';
import { askLastYear, shiftedRecord } from './last-year.ts';
import type { AskedRange } from './ranges.ts';
import { recordQuery } from './record-query.ts';

/** Last year's record of the same dates, shifted to this year. */
export type LastYear = {
  /** Null while it is off, loading, or unavailable. */
  laid: MonitorRecord | null;
  problem: 'offline' | 'failed' | null;
  /** Ranges of last year that are not on this device. */
  missing: readonly (readonly [begin: number, end: number])[];
};

const NOTHING_MISSING: LastYear['missing'] = [];

type Wanted = { isOn: boolean; sensors: readonly number[]; asked: AskedRange; shown: ChartRange };

/** Fetches only while it is on; without equipment, whose strips cannot be compared over two years. */
export function useLastYear({ isOn, sensors, asked, shown }: Wanted): LastYear {
  const query = recordQuery({ sensors, devices: [] }, askLastYear(asked));
  const past = useQuery({ ...query, enabled: isOn && sensors.length > 0 });
  const record = isOn ? past.data?.value : undefined;
  const laid = useMemo(() => (record ? shiftedRecord(record, shown) : null), [record, shown]);
  const problem = past.error instanceof NoAnswerError ? 'offline' : 'failed';
  return {
    laid,
    problem: isOn && past.isError && !record ? problem : null,
    missing: (isOn && past.data?.missing) || NOTHING_MISSING,
  };
}
