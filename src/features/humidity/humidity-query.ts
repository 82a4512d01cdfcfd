import { humidity, humidityTargets } from '#contract/monitor/humidity.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Humidity sensors of a farm. */
export const humidityTargetsQuery = (farmIndex: number) => readQuery(humidityTargets, { query: { farmIndex } });

/** The air of a house; asked again as often as the tenth minute matters. */
export const humidityQuery = (sensorIndex: number) => ({
  ...readQuery(humidity, { query: { sensorIndex } }),
  refetchInterval: 2 * MINUTE_MS,
});
