import { humidity, humidityTargets } from '#contract/monitor/humidity.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';

export const humidityTargetsQuery = (farmIndex: number) => readQuery(humidityTargets, { query: { farmIndex } });

/** The humidity data of a house; refetched often enough for ten-minute values. */
export const humidityQuery = (sensorIndex: number) => ({
  ...readQuery(humidity, { query: { sensorIndex } }),
  refetchInterval: 2 * MINUTE_MS,
});
