import type { QueryClient } from '@tanstack/react-query';
import { firstResult } from '#src/api/read/first-result.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { chosenSeries } from './chosen-series.ts';
import { askMonth, monthOrNow } from './print/print-month.ts';
import { askFor } from './ranges.ts';
import { exclusionsQuery, growthTargetsQuery, recordQuery, targetsQuery } from './record-query.ts';
import type { RecordSearch } from './record-search.ts';

type Asked = {
  queryClient: QueryClient;
  farmIndex: number;
  search: Pick<RecordSearch, 'sensors' | 'devices' | 'range' | 'begin' | 'end'>;
  /** The server's time, epoch ms. */
  now: number;
};

/** Prefetches what the record page shows first, including the code of its chart; resolves when it can be drawn. */
export async function readRecordPage({ queryClient, farmIndex, search, now }: Asked): Promise<void> {
  const record = async () => {
    const { value: targets } = await firstResult(queryClient, targetsQuery(farmIndex));
    const { sensors, devices } = chosenSeries(targets, search);
    const asked = askFor(search.range, now, search);
    if (sensors.length + devices.length > 0) await firstResult(queryClient, recordQuery({ sensors, devices }, asked));
  };
  await Promise.all([
    TimeChart.preload(),
    record(),
    firstResult(queryClient, growthTargetsQuery(farmIndex)),
    firstResult(queryClient, exclusionsQuery(farmIndex)),
  ]);
}

type AskedSheets = Pick<Asked, 'queryClient' | 'farmIndex' | 'now'> & {
  month: string | undefined;
  sensors: readonly number[] | undefined;
};

/** The same for the print view of a month. */
export async function readSheets({ queryClient, farmIndex, month, sensors, now }: AskedSheets): Promise<void> {
  const record = async () => {
    const { value: targets } = await firstResult(queryClient, targetsQuery(farmIndex));
    const drawn = { sensors: chosenSeries(targets, { sensors }).sensors, devices: [] };
    if (drawn.sensors.length > 0) {
      await firstResult(queryClient, recordQuery(drawn, askMonth(monthOrNow(month, now), now)));
    }
  };
  await Promise.all([TimeChart.preload(), record(), firstResult(queryClient, exclusionsQuery(farmIndex))]);
}
