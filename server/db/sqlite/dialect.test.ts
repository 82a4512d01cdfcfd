import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aStore } from '../../../tests/support/temporary.ts';
import type { Store } from '../open.ts';

/** Asks this many questions in a row, each of which takes some milliseconds. */
async function askMany({ db }: Store, questions: number): Promise<void> {
  const counted = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    select count(*) from n`;
  for (let n = 0; n < questions; n += 1) await counted.execute(db);
}

/** Counts turns of the event loop until `act` has ended. */
async function turnsDuring(act: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await act();
  isOver = true;
  return turns;
}

it('who asks many questions in a row lets others in between', async () => {
  const store = await aStore();
  const began = performance.now();
  const turns = await turnsDuring(() => askMany(store, 100));
  // A slice has 10 ms, and is over when the question that exceeds them is.
  expect(turns).toBeGreaterThan(2);
  expect(turns).toBeLessThanOrEqual((performance.now() - began) / 10 + 1);
});

it('a few questions get their turn beside many', async () => {
  const store = await aStore();
  const ended: string[] = [];
  const many = askMany(store, 100).then(() => ended.push('many'));
  const few = askMany(store, 5).then(() => ended.push('few'));
  await Promise.all([many, few]);
  expect(ended).toEqual(['few', 'many']);
});
