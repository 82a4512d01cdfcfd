import path from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { aGate } from '../../tests/support/gate.ts';
import { onCleanup } from '../../tests/support/on-cleanup.ts';
import { aDevice, aFarm } from '../../tests/support/store.ts';
import { aStore, temporaryDir } from '../../tests/support/temporary.ts';
import { dropOldReadings } from './retention.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 0);
const OLD = { sensor: 'temperature', at: NOW - 20 * DAY_MS, value: 10 };
const YOUNG = { sensor: 'temperature', at: NOW - 5 * DAY_MS, value: 11 };

const gateOf = (store: Store, rawRetentionDays: number, now = NOW) =>
  aGate(store, { now: () => now, rawRetentionDays });
const timesIn = async ({ db }: Store) =>
  (await db.selectFrom('reading').select('at').orderBy('at').execute()).map(({ at }) => at);
const countsIn = async ({ db }: Store) =>
  (await db.selectFrom('rollup').select('count').where('width', '=', DAY_MS).orderBy('start').execute()).map(
    ({ count }) => count,
  );

it('raw readings older than the retention go, their buckets stay', async () => {
  const store = await aStore();
  const { known } = await aDevice(store, await aFarm(store));
  await gateOf(store, 400).accept(known, [OLD, YOUNG]);
  expect(await dropOldReadings(store, { now: NOW, rawRetentionDays: 10 })).toBe(1);
  expect(await timesIn(store)).toEqual([YOUNG.at]);
  expect(await countsIn(store)).toEqual([1, 1]);
});

it('a reading sent again after it went is not counted twice, though the retention was raised and a restart came', async () => {
  const file = path.join(temporaryDir(), 'onsil.db');
  const store = await openStore(file);
  const { known } = await aDevice(store, await aFarm(store));
  await gateOf(store, 400).accept(known, [OLD, YOUNG]);
  await dropOldReadings(store, { now: NOW, rawRetentionDays: 10 });
  const again = [OLD, { ...OLD, at: OLD.at + 1 }];
  const answer = { stored: 1, refused: 1, problems: [{ index: 0, reason: 'TOO_OLD' }] };
  expect(await gateOf(store, 400).accept(known, again)).toMatchObject(answer);
  await store.close();
  const reopened = await openStore(file);
  onCleanup(() => reopened.close());
  expect(await gateOf(reopened, 400).accept(known, again)).toMatchObject({ ...answer, stored: 0, duplicate: 1 });
  expect(await countsIn(reopened)).toEqual([2, 1]);
});

it('a clock that ran ahead for a while does not shut the gate', async () => {
  const store = await aStore();
  const { known } = await aDevice(store, await aFarm(store));
  await gateOf(store, 400).accept(known, [YOUNG]);
  await dropOldReadings(store, { now: NOW + 900 * DAY_MS, rawRetentionDays: 400 });
  const fresh = [{ ...YOUNG, at: NOW - MINUTE_MS }];
  expect(await gateOf(store, 400).accept(known, fresh)).toMatchObject({ stored: 1, refused: 0 });
});
