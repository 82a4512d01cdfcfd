import path from 'node:path';
import { expect, it } from 'vitest';
import { bucketLevels, DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { onCleanup } from '../../tests/support/on-cleanup.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { placeOf } from '../../tests/support/store/test-database.ts';
import { aStore, temporaryDir } from '../../tests/support/temporary.ts';
import { findChannels } from '../monitor/queries.ts';
import { findRecord } from '../monitor/series.ts';
import { dropOldReadings } from './retention.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 0);
const OLD = { sensor: 'temperature', at: NOW - 20 * DAY_MS, value: 10 };
const YOUNG = { sensor: 'temperature', at: NOW - 5 * DAY_MS, value: 11 };

const FOR_EVER = { raw: Infinity, '10m': Infinity, '1h': Infinity, '1d': Infinity };

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
  expect(await dropOldReadings(store, { now: NOW, retentionDays: { ...FOR_EVER, raw: 10 } })).toBe(1);
  expect(await timesIn(store)).toEqual([YOUNG.at]);
  expect(await countsIn(store)).toEqual([1, 1]);
});

it('a reading sent again after it went is not counted twice, though the retention was raised and a restart came', async () => {
  const file = path.join(temporaryDir(), 'onsil.db');
  const store = await openStore(await placeOf(file));
  const { known } = await aDevice(store, await aFarm(store));
  await gateOf(store, 400).accept(known, [OLD, YOUNG]);
  await dropOldReadings(store, { now: NOW, retentionDays: { ...FOR_EVER, raw: 10 } });
  const again = [OLD, { ...OLD, at: OLD.at + 1 }];
  const answer = { stored: 1, refused: 1, problems: [{ index: 0, reason: 'TOO_OLD' }] };
  expect(await gateOf(store, 400).accept(known, again)).toMatchObject(answer);
  await store.close();
  const reopened = await openStore(await placeOf(file));
  onCleanup(() => reopened.close());
  expect(await gateOf(reopened, 400).accept(known, again)).toMatchObject({ ...answer, stored: 0, duplicate: 1 });
  expect(await countsIn(reopened)).toEqual([2, 1]);
});

it('a clock that ran ahead for a while does not shut the gate', async () => {
  const store = await aStore();
  const { known } = await aDevice(store, await aFarm(store));
  await gateOf(store, 400).accept(known, [YOUNG]);
  await dropOldReadings(store, { now: NOW + 900 * DAY_MS, retentionDays: { ...FOR_EVER, raw: 400 } });
  const fresh = [{ ...YOUNG, at: NOW - MINUTE_MS }];
  expect(await gateOf(store, 400).accept(known, fresh)).toMatchObject({ stored: 1, refused: 0 });
});

/** Ages of the buckets of a width, in days before now. */
const agesIn = async ({ db }: Store, width: number) =>
  (await db.selectFrom('rollup').select('start').where('width', '=', width).orderBy('start').execute()).map(
    ({ start }) => Math.floor((NOW - start) / DAY_MS),
  );

const AGES = [500, 120, 40, 5];
const RETENTION = { raw: 10, '10m': 60, '1h': 400, '1d': Infinity };

/** A record of two hours around the reading of that age. */
async function recordOf(store: Store, channel: number, age: number) {
  const at = NOW - age * DAY_MS;
  const channels = await findChannels(store, [channel]);
  const { resolution, series } = await findRecord(store, channels, { begin: at - HOUR_MS, end: at + HOUR_MS });
  const { mean } = JSON.parse(new TextDecoder().decode(series[0]?.points));
  return { age, resolution, mean };
}

it('each level goes in its time, and what is asked of before is told from the next coarser one', async () => {
  const file = path.join(temporaryDir(), 'onsil.db');
  const store = await openStore(await placeOf(file));
  const { known, channels } = await aDevice(store, await aFarm(store));
  const readings = AGES.map((age) => ({ sensor: 'temperature', at: NOW - age * DAY_MS, value: 10 + age / 100 }));
  await gateOf(store, 4_000).accept(known, readings);
  const temperature = channels.get('temperature') ?? 0;
  expect(await recordOf(store, temperature, 500)).toMatchObject({ resolution: 'raw', mean: [15] });

  await dropOldReadings(store, { now: NOW, retentionDays: RETENTION });
  expect(await timesIn(store)).toEqual([NOW - 5 * DAY_MS]);
  expect(await agesIn(store, bucketLevels['10m'])).toEqual([40, 5]);
  expect(await agesIn(store, bucketLevels['1h'])).toEqual([120, 40, 5]);
  expect(await agesIn(store, bucketLevels['1d'])).toEqual([500, 120, 40, 5]);

  const told = [
    { age: 500, resolution: '1d', mean: [15] },
    { age: 120, resolution: '1h', mean: [11.2] },
    { age: 40, resolution: '10m', mean: [10.4] },
    { age: 5, resolution: 'raw', mean: [10.05] },
  ];
  const asked = async (from: Store) => Promise.all(AGES.map((age) => recordOf(from, temperature, age)));
  expect(await asked(store)).toEqual(told);
  // Deleted data stays deleted, even when the next start keeps everything.
  await store.close();
  const reopened = await openStore(await placeOf(file));
  onCleanup(() => reopened.close());
  expect(await asked(reopened)).toEqual(told);
  expect(await dropOldReadings(reopened, { now: NOW, retentionDays: FOR_EVER })).toBe(0);
});
