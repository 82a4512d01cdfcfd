import { expect, it } from 'vitest';
import { HOUR_MS } from '#contract/time/time.ts';
import type { Store } from '#server/db/open.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { addExclusion } from './commands.ts';
import { createExclusionCache } from './exclusion-cache.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 0);

/** Farms, of each of which an hour of its thermometer is excluded, each another hour. */
async function someFarms(store: Store, count: number) {
  const farms: { farmId: number; channelId: number; at: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const farmId = await aFarm(store);
    const { channels } = await aDevice(store, farmId);
    const [channelId, from] = [channels.get('temperature') ?? 0, NOW - (n + 1) * HOUR_MS];
    const excluded = { channelIndex: channelId, from, to: from + HOUR_MS, reason: '시험' };
    await store.db.transaction().execute((trx) => addExclusion(trx, farmId, excluded, { userId: 1, at: NOW }));
    farms.push({ farmId, channelId, at: from });
  }
  return farms;
}

it('what is excluded of many farms is asked for at once, and stays each farm’s own', async () => {
  const store = await aStore();
  const farms = await someFarms(store, 4);
  const numbers = farms.map(({ farmId }) => farmId);
  let asked = 0;
  const counting = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1;
      return result;
    },
  });
  const findExcluded = createExclusionCache(store);
  await counting.transaction().execute(async (trx) => {
    await findExcluded({ db: trx }, numbers.slice(0, 1));
    // One farm is known, one is named twice.
    const isExcluded = await findExcluded({ db: trx }, [...numbers, ...numbers.slice(2, 3)]);
    expect(farms.map(isExcluded)).toEqual([true, true, true, true]);
    expect(farms.map((one) => isExcluded({ ...one, at: one.at + HOUR_MS }))).toEqual([false, false, false, false]);
    expect(asked).toBe(2);
  });
  const lifted = { lifted_at: NOW, lifted_by: 1 };
  await store.db
    .updateTable('exclusion')
    .set(lifted)
    .where('farm_id', '=', numbers[1] ?? 0)
    .execute();
  const isExcluded = await store.db.transaction().execute((trx) => findExcluded({ db: trx }, numbers));
  expect(farms.map(isExcluded)).toEqual([true, false, true, true]);
});
