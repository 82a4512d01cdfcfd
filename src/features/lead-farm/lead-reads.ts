import type { QueryClient } from '@tanstack/react-query';
import { firstResult } from '#src/api/read/first-result.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { type AskedSpan, leadRecordQuery, leadTargetsQuery } from './lead-query.ts';
import { pairOf, type Wanted } from './pair.ts';

/** Prefetches what the comparison shows first, including the code of its chart. */
export async function readLeadPage(
  queryClient: QueryClient,
  farmIndex: number,
  wanted: Wanted,
  asked: AskedSpan,
): Promise<void> {
  const record = async () => {
    const { value: targets } = await firstResult(queryClient, leadTargetsQuery(farmIndex));
    const pair = pairOf(targets, wanted);
    if (pair) await firstResult(queryClient, leadRecordQuery(pair, asked));
  };
  await Promise.all([TimeChart.preload(), record()]);
}
