import { benchLogSize } from './log-size.ts';
import { benchOverHttp } from './over-http.ts';
import { benchOverMqtt } from './over-mqtt.ts';
import { benchRehearsals } from './rehearsals.ts';
import { benchTicks } from './ticks.ts';

/** Number of farms for one process now, of which each is looked at by itself, too, and in the future. */
const FARMS = [
  [1_000, true],
  [4_000, false],
] as const;

/** Control: decisions for many farms, the times a grower waits for, and the growth of the log. */
export async function benchControl(folder: string): Promise<void> {
  await benchOverHttp(folder);
  await benchOverMqtt(folder);
  await benchRehearsals(folder);
  await benchLogSize(folder);
  for (const [count, isEachToo] of FARMS) await benchTicks(folder, count, isEachToo);
}
