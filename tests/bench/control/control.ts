import { benchLogSize } from './log-size.ts';
import { benchOverHttp } from './over-http.ts';
import { benchTicks } from './ticks.ts';

/** Farms that one process decides on, and as many as they may become. */
const FARMS = [1_000, 4_000] as const;

/** Control: deciding on many farms, what a grower waits for, and what the log grows by. */
export async function benchControl(folder: string): Promise<void> {
  await benchOverHttp(folder);
  await benchLogSize(folder);
  for (const count of FARMS) await benchTicks(folder, count);
}
