import { benchLogSize } from './log-size.ts';
import { benchRehearsals } from './rehearsals.ts';
import { benchTicks } from './ticks.ts';

/** Number of farms for one process now, of which each is looked at by itself, too, and in the future. */
const FARMS = [
  [1_000, true],
  [4_000, false],
] as const;

/** What is measured in one process: rehearsals, the growth of the log, decisions for many farms. */
async function benchInProcess(folder: string): Promise<void> {
  await benchRehearsals(folder);
  await benchLogSize(folder);
  for (const [count, isEachToo] of FARMS) await benchTicks(folder, count, isEachToo);
}

await benchInProcess(process.argv[2] ?? '.');
