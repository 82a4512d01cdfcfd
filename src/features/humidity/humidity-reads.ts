import type { QueryClient } from '@tanstack/react-query';
import { firstResult } from '#src/api/read/first-result.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { chosenSensor } from './chosen-sensor.ts';
import { humidityQuery, humidityTargetsQuery } from './humidity-query.ts';

/** Prefetches what the humidity page shows first, including the code of its chart; `sensor` is from the URL. */
export async function readHumidityPage(
  queryClient: QueryClient,
  farmIndex: number,
  sensor: number | undefined,
): Promise<void> {
  const air = async () => {
    const { value: targets } = await firstResult(queryClient, humidityTargetsQuery(farmIndex));
    const chosen = chosenSensor(targets, sensor);
    if (chosen) await firstResult(queryClient, humidityQuery(chosen.index));
  };
  await Promise.all([TimeChart.preload(), air()]);
}
