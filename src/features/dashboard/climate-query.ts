import { climate } from '#contract/monitor/climate.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Targets change with settings and days, last night only with late readings, ms. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;

/** The climate targets of a farm's houses and the climate of last night; cached on the device. */
export const climateQuery = (farmId: number) => ({
  ...readQuery(climate, { params: { id: farmId } }),
  refetchInterval: ASK_AGAIN_MS,
});
