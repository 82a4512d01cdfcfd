import type { QueryClient } from '@tanstack/react-query';
import { firstResult } from '#src/api/read/first-result.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { choiceOf, type Wanted } from './choice.ts';
import { type AskedSpan, compareQuery, housesQuery, stationsQuery } from './compare-query.ts';

/** Prefetches what the comparison shows first, including the code of its chart. */
export async function readComparePage(
  queryClient: QueryClient,
  farmIndex: number,
  wanted: Wanted,
  asked: AskedSpan,
): Promise<void> {
  const record = async () => {
    const [houses, stations] = await Promise.all([
      firstResult(queryClient, housesQuery(farmIndex)),
      firstResult(queryClient, stationsQuery(farmIndex)),
    ]);
    const choice = choiceOf(houses.value, stations.value, wanted);
    if (choice) await firstResult(queryClient, compareQuery(choice, asked));
  };
  await Promise.all([TimeChart.preload(), record()]);
}
