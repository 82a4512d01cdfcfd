import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, seoulDayNumber, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { collectGains } from '../db/bucket/gains.ts';
import type { Store } from '../db/open.ts';
import type { GatedReading } from '../db/reading-writer.ts';
import { dropOldReadings } from '../ingest/retention.ts';
import { changesSince, cursorOf } from '../tile/queries.ts';
import { addExclusion, endExclusion } from './commands.ts';
import { createExclusionCache } from './exclusion-cache.ts';
import { finishRebuilding, rebuildableSince, rebuildExcluded } from './rebuild-rollups.ts';

const FIRST_DAY = startOfSeoulDate('2026-11-10');
const NOW = FIRST_DAY + 10 * DAY_MS + 9 * HOUR_MS;
const by = { userId: 1, at: NOW };

/** A thermometer and a hygrometer behind the ingest gate, with functions that exclude values of the thermometer. */
async function aHouse() {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { known, channels } = await aDevice(store, farmId);
  const channelIndex = channels.get('temperature') ?? 0;
  const gate = aGate(store, { now: () => NOW, findExcluded: createExclusionCache(store) });
  const channel = { farmId, channelId: channelIndex };
  const note = (from: number, to: number | null) =>
    store.db.transaction().execute((trx) => addExclusion(trx, farmId, { channelIndex, from, to, reason: '시험' }, by));
  const exclude = async (from: number, to: number | null) => {
    const id = await note(from, to);
    await rebuildExcluded(store, { ...channel, id, liftedAt: null, from, to });
    return { id, from, to };
  };
  const lift = async ({ id, from, to }: { id: number; from: number; to: number | null }) => {
    await store.db.transaction().execute((trx) => endExclusion(trx, { farmId, id }, by));
    await rebuildExcluded(store, { ...channel, id, liftedAt: by.at, from, to });
  };
  const send = (readings: readonly { at: number; value: number }[], sensor = 'temperature') =>
    gate.accept(
      known,
      readings.map((reading) => ({ sensor, ...reading })),
    );
  return { store, farmId, channelIndex, note, exclude, lift, send };
}

const bucketsIn = ({ db }: Store) =>
  db.selectFrom('rollup').selectAll().orderBy('channel_id').orderBy('width').orderBy('start').execute();
const readingsIn = ({ db }: Store) =>
  db.selectFrom('reading').selectAll().orderBy('channel_id').orderBy('at').execute();
const newestIn = ({ db }: Store) => db.selectFrom('latest').selectAll().orderBy('channel_id').execute();

/** The buckets computed from the stored readings. Adding 0 removes negative zero, which the database does not store. */
async function expectedBuckets(store: Store) {
  const readings = (await readingsIn(store)).map(
    ({ farm_id: farmId, channel_id: channelId, at, value, flag }): GatedReading => ({
      farmId,
      channelId,
      at,
      value,
      flag: flag === 0 ? 0 : 1,
    }),
  );
  return collectGains(readings)
    .map(({ farmId, channelId, sumMicro, minAt, maxAt, ...gain }) => ({
      farm_id: farmId,
      channel_id: channelId,
      sum_micro: sumMicro + 0,
      min_at: minAt,
      max_at: maxAt,
      ...gain,
    }))
    .sort((a, b) => a.channel_id - b.channel_id || a.width - b.width || a.start - b.start);
}

const byTheHour = (days: number) =>
  Array.from({ length: days * 24 }, (_, hour) => ({ at: FIRST_DAY + hour * HOUR_MS, value: 10 + (hour % 24) / 2 }));

describe('readings left out by hand', () => {
  it('stay stored and count for nothing', async () => {
    const { store, channelIndex, exclude, send } = await aHouse();
    await send(byTheHour(3));
    const before = await readingsIn(store);
    await exclude(FIRST_DAY + DAY_MS + 12 * HOUR_MS, FIRST_DAY + DAY_MS + 24 * HOUR_MS);
    const after = await readingsIn(store);
    expect(after.map(({ flag: _, ...rest }) => rest)).toEqual(before.map(({ flag: _, ...rest }) => rest));
    expect(after.filter(({ flag }) => flag === 2).map(({ at }) => at)).toEqual(
      byTheHour(2)
        .slice(36)
        .map(({ at }) => at),
    );
    const days = (await bucketsIn(store)).filter(({ width }) => width === DAY_MS);
    expect(days.map(({ count, max }) => [count, max])).toEqual([
      [24, 21.5],
      [12, 15.5],
      [24, 21.5],
    ]);
    expect(days.every(({ channel_id: id }) => id === channelIndex)).toBe(true);
  });

  it('are told to whoever keeps tiles, day by day', async () => {
    const { store, farmId, channelIndex, exclude, lift, send } = await aHouse();
    await send(byTheHour(6));
    const cursor = await cursorOf(store, farmId);
    const from = FIRST_DAY + DAY_MS + 20 * HOUR_MS;
    const days = [seoulDayNumber(from), seoulDayNumber(from) + 1];
    const made = await exclude(from, from + 6 * HOUR_MS);
    expect(await changesSince(store, farmId, cursor)).toEqual([{ channel: channelIndex, days }]);
    const later = await cursorOf(store, farmId);
    await lift(made);
    expect(await changesSince(store, farmId, later)).toEqual([{ channel: channelIndex, days }]);
  });

  it('are left out as they arrive while nobody lifts it, late ones, too', async () => {
    const { store, exclude, lift, send } = await aHouse();
    const open = await exclude(NOW - HOUR_MS, null);
    await send([
      { at: NOW - 2 * HOUR_MS, value: 10 },
      { at: NOW - MINUTE_MS, value: 11 },
      { at: NOW, value: 99 },
    ]);
    expect((await readingsIn(store)).map(({ flag }) => flag)).toEqual([0, 2, 3]);
    expect(await newestIn(store)).toMatchObject([{ at: NOW, flag: 3 }]);
    expect((await bucketsIn(store)).map(({ count }) => count)).toEqual([1, 1, 1]);
    await lift(open);
    await send([{ at: NOW - 2 * MINUTE_MS, value: 12 }]);
    expect((await readingsIn(store)).map(({ flag }) => flag)).toEqual([0, 0, 0, 1]);
    expect(await newestIn(store)).toMatchObject([{ at: NOW, flag: 1 }]);
    expect(await bucketsIn(store)).toEqual(await expectedBuckets(store));
  });

  it('stay out where another exclusion still covers them', async () => {
    const { store, exclude, lift, send } = await aHouse();
    await send(byTheHour(2));
    const first = await exclude(FIRST_DAY, FIRST_DAY + 10 * HOUR_MS);
    await exclude(FIRST_DAY + 5 * HOUR_MS, FIRST_DAY + 15 * HOUR_MS);
    await lift(first);
    const out = (await readingsIn(store)).filter(({ flag }) => flag === 2).map(({ at }) => (at - FIRST_DAY) / HOUR_MS);
    expect(out).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  it('let others be heard every few days of a long span', async () => {
    const { exclude, send } = await aHouse();
    await send(byTheHour(10));
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    await exclude(FIRST_DAY, null);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('do not touch other sensors', async () => {
    const { store, exclude, send } = await aHouse();
    await send(byTheHour(2), 'humidity');
    const before = await bucketsIn(store);
    await exclude(FIRST_DAY, null);
    expect(await bucketsIn(store)).toEqual(before);
  });
});

describe('an exclusion whose settling a stop cut short', () => {
  it('is settled after the next start', async () => {
    const { store, note, send } = await aHouse();
    await send(byTheHour(3));
    await note(FIRST_DAY, FIRST_DAY + DAY_MS);
    await finishRebuilding(store, { now: NOW, rawRetentionDays: 400 });
    expect((await readingsIn(store)).filter(({ flag }) => flag === 2)).toHaveLength(24);
    expect(await bucketsIn(store)).toEqual(await expectedBuckets(store));
    const cursor = await store.db.selectFrom('tile_cursor').selectAll().execute();
    await finishRebuilding(store, { now: NOW, rawRetentionDays: 400 });
    expect(await store.db.selectFrom('tile_cursor').selectAll().execute()).toEqual(cursor);
  });

  it('leaves days alone whose raw readings are gone in part', async () => {
    const { store, note, send } = await aHouse();
    await send(byTheHour(3));
    const before = await bucketsIn(store);
    await note(FIRST_DAY, FIRST_DAY + DAY_MS);
    const late = { now: FIRST_DAY + DAY_MS + 2 * DAY_MS - 1, rawRetentionDays: 2 };
    expect(rebuildableSince(store, late.now, late.rawRetentionDays)).toBe(FIRST_DAY + DAY_MS);
    await finishRebuilding(store, late);
    expect(await bucketsIn(store)).toEqual(before);
  });

  it('leaves days alone whose raw readings went before the retention was raised', async () => {
    const { store, note, send } = await aHouse();
    await send(byTheHour(6));
    await dropOldReadings(store, { now: NOW, retentionDays: { raw: 7, '10m': 400, '1h': 400, '1d': 400 } });
    const before = await bucketsIn(store);
    const from = rebuildableSince(store, NOW, 400);
    expect(from).toBe(FIRST_DAY + 4 * DAY_MS);
    await note(FIRST_DAY, from);
    await finishRebuilding(store, { now: NOW, rawRetentionDays: 400 });
    expect(await bucketsIn(store)).toEqual(before);
  });
});

describe('whatever is left out and taken back in', () => {
  const reading = fc.record({
    at: fc.integer({ min: 0, max: 10 * 24 * 60 - 1 }).map((minute) => FIRST_DAY + minute * MINUTE_MS),
    // Some are beyond the plausible range of a thermometer; many decimals, so that sums must be rounded.
    value: fc.oneof(fc.double({ min: -20, max: 60, noNaN: true }), fc.constantFrom(85, -40)),
  });
  const span = fc
    .record({ begin: fc.integer({ min: 0, max: 14_000 }), minutes: fc.option(fc.integer({ min: 1, max: 9_000 })) })
    .map(({ begin, minutes }) => {
      const from = FIRST_DAY + begin * MINUTE_MS;
      return { from, to: minutes === null ? null : from + minutes * MINUTE_MS };
    });
  const readings = fc.uniqueArray(reading, { selector: ({ at }) => at, maxLength: 60 });

  it('buckets are those of the good readings, and in the end the ones from before', async () => {
    await fc.assert(
      fc.asyncProperty(
        readings,
        readings,
        fc.array(span, { minLength: 1, maxLength: 4 }),
        async (early, late, spans) => {
          const { store, exclude, lift, send } = await aHouse();
          await send(early);
          const before = {
            buckets: await bucketsIn(store),
            readings: await readingsIn(store),
            newest: await newestIn(store),
          };
          const made: Awaited<ReturnType<typeof exclude>>[] = [];
          for (const { from, to } of spans) {
            made.push(await exclude(from, to));
            expect(await bucketsIn(store)).toEqual(await expectedBuckets(store));
          }
          for (const one of made) {
            await lift(one);
            expect(await bucketsIn(store)).toEqual(await expectedBuckets(store));
          }
          expect({
            buckets: await bucketsIn(store),
            readings: await readingsIn(store),
            newest: await newestIn(store),
          }).toEqual(before);
          // Readings that arrive during an exclusion must leave no trace of it after it is lifted.
          const again = await exclude(FIRST_DAY + DAY_MS, null);
          await send(late);
          await lift(again);
          const untouched = await aHouse();
          await untouched.send(early);
          await untouched.send(late);
          const plain = (rows: readonly { farm_id: number; channel_id: number }[]) =>
            rows.map((row) => ({ ...row, farm_id: 0, channel_id: 0 }));
          expect(plain(await bucketsIn(store))).toEqual(plain(await bucketsIn(untouched.store)));
          expect(plain(await readingsIn(store))).toEqual(plain(await readingsIn(untouched.store)));
        },
      ),
      { numRuns: 25 },
    );
  });
});
