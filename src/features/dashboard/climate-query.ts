import { climate } from '#contract/monitor/climate.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Targets change with settings and days, last night with late readings alone. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;

/** What the air of a farm's houses should be, and how last night was, kept on the device. */
export const climateQuery = (farmId: number) => ({
  ...readQuery(climate, { params: { id: farmId } }),
  refetchInterval: ASK_AGAIN_MS,
});
