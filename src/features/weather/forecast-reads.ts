import type { QueryClient } from '@tanstack/react-query';
import { outlook } from '#contract/weather/outlook.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { forecastDates, forecastQuery } from './weather-queries.ts';

/** Prefetches what the forecast shows first, including the code of its chart. */
export async function readForecastPage(queryClient: QueryClient, farmIndex: number, now: number): Promise<void> {
  await Promise.all([
    TimeChart.preload(),
    firstResult(queryClient, readQuery(outlook, { params: { farmIndex } })),
    ...forecastDates(now).map((date) => firstResult(queryClient, forecastQuery(farmIndex, date))),
  ]);
}
