import type { QueryClient } from '@tanstack/react-query';
import { outlook } from '#contract/weather/outlook.ts';
import { firstSeen } from '#src/api/read/first-seen.ts';
import { readQuery } from '#src/api/read/query.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { forecastDates, forecastQuery } from './weather-queries.ts';

/** Prefetches what the forecast shows first, including the code of its chart. */
export async function readForecastPage(queryClient: QueryClient, farmIndex: number, now: number): Promise<void> {
  await Promise.all([
    TimeChart.preload(),
    firstSeen(queryClient, readQuery(outlook, { params: { farmIndex } })),
    ...forecastDates(now).map((date) => firstSeen(queryClient, forecastQuery(farmIndex, date))),
  ]);
}
