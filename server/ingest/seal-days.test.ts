import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, resolutions, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm, allBuckets } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { countHours, hoursOf } from '../db/bucket/buckets.ts';
import { findExtremes } from '../db/bucket/extremes.ts';
import type { Store } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import { purgeDeleted } from '../farm/purge.ts';
import { findAreaValues } from '../monitor/area-values.ts';
import { findChannels } from '../monitor/queries.ts';
import { findRecord } from '../monitor/series.ts';
import { addExclusion, endExclusion } from '../quality/commands.ts';
import { createExclusionCache } from '../quality/exclusion-cache.ts';
import { rebuildableSince, rebuildExcluded } from '../quality/rebuild-rollups.ts';
import { flowOf } from '../statistics/irrigation.ts';
import { changesSince, cursorOf, findTile } from '../tile/queries.ts';
import { dropOldReadings } from './retention.ts';
import { sealDays, unsealDays } from './seal-days.ts';

const FIRST_DAY = startOfSeoulDate('2026-11-10');
const NOW = FIRST_DAY + 8 * DAY_MS + 9 * HOUR_MS;
const RAW_DAYS = 400;
const FOR_EVER = { raw: Infinity, '10m': Infinity, '1h': Infinity, '1d': Infinity };
const by = { userId: 1, at: NOW };

/** A thermometer (calibrated from the third day on) and a hygrometer behind the ingest gate. */
async function aHouse() {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { known, channels } = await aDevice(store, farmId);
  const channelIndex = channels.get('temperature') ?? 0;
  const channel = { farmId, channelId: channelIndex };
  await store.db
    .insertInto('calibration')
    .values({
      farm_id: farmId,
      channel_id: channelIndex,
      since: FIRST_DAY + 2 * DAY_MS,
      correction: -0.35,
      user_id: 1,
      noted_at: 0,
    })
    .execute();
  const gate = aGate(store, { now: () => NOW, findExcluded: createExclusionCache(store) });
  const rebuild = (id: number, liftedAt: number | null, span: { from: number; to: number }) =>
    rebuildExcluded(store, {
      ...channel,
      id,
      liftedAt,
      ...span,
      from: Math.max(span.from, rebuildableSince(store, NOW, RAW_DAYS)),
    });
  const exclude = async ({ from, to }: { from: number; to: number }) => {
    const note = { channelIndex, from, to, reason: '시험' };
    const id = await store.db.transaction().execute((trx) => addExclusion(trx, farmId, note, by));
    await rebuild(id, null, { from, to });
    return id;
  };
  const lift = async (id: number, span: { from: number; to: number }) => {
    await store.db.transaction().execute((trx) => endExclusion(trx, { farmId, id }, by));
    await rebuild(id, by.at, span);
  };
  const send = (readings: readonly { at: number; value: number; sensor?: string }[]) =>
    gate.accept(
      known,
      readings.map((reading) => ({ sensor: 'temperature', ...reading })),
    );
  const seal = (now = NOW) => sealDays(store, { now });
  return { store, farmId, channelIndex, indexes: [...channels.values()], send, exclude, lift, seal };
}

type House = Awaited<ReturnType<typeof aHouse>>;

/** Everything that clients can read of a house: records, tiles, newest values, buckets and changes. */
async function toldOf({ store, farmId, indexes }: House) {
  const channels = await findChannels(store, indexes);
  const told: unknown[] = [];
  for (const [from, days] of [
    [0, 1],
    [0.3, 0.5],
    [1, 1],
    [4.5, 1],
    [5, 3.4],
    [0, 9],
    [2, 40],
  ] as const) {
    const range = { begin: FIRST_DAY + from * DAY_MS, end: FIRST_DAY + (from + days) * DAY_MS };
    const { resolution, series } = await findRecord(store, channels, range);
    told.push(resolution, ...series.map(({ points }) => JSON.parse(Buffer.from(points).toString())));
  }
  for (const channel of channels) {
    for (let day = 0; day < 9; day += 1) {
      const tile = Math.floor((FIRST_DAY + day * DAY_MS + 9 * HOUR_MS) / DAY_MS);
      told.push(await findTile(store, channel, { level: 'raw', tile }));
    }
    const span = { from: FIRST_DAY + 2.4 * DAY_MS, to: FIRST_DAY + 6 * DAY_MS };
    told.push(await hoursOf(store, channel, span), await countHours(store, farmId, indexes, span));
    const range = { begin: span.from, end: span.to };
    for (const resolution of ['10m', '1h'] as const)
      told.push(await listPoints(store, { channel, resolution, ...range }));
    told.push(await findExtremes(store, farmId, indexes, { ...span, isAnyCalibrated: true }));
    told.push(await flowOf(store, channel, range));
  }
  told.push(await findAreaValues(store, farmId, NOW));
  told.push(await allBuckets(store));
  told.push(await store.db.selectFrom('latest').selectAll().orderBy('channel_id').execute());
  told.push(await cursorOf(store, farmId), await changesSince(store, farmId, 0), store.horizons.keptSince());
  return told;
}

const rowsIn = async ({ db }: Store) => (await db.selectFrom('reading').select('at').execute()).length;
const sealedIn = async ({ db }: Store) =>
  (await db.selectFrom('sealed_reading').select('day').distinct().execute()).length;

const reading = fc.record({
  at: fc.integer({ min: 0, max: 8 * 24 }).map((step) => FIRST_DAY + step * HOUR_MS + (step % 7) * MINUTE_MS),
  value: fc.integer({ min: -500, max: 4_000 }).map((whole) => whole / 100),
  sensor: fc.constantFrom('temperature', 'temperature', 'humidity'),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ send: fc.array(reading, { minLength: 1, maxLength: 40 }) }) },
  { weight: 3, arbitrary: fc.record({ sealAfterDays: fc.integer({ min: 2, max: 8 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      excludeFrom: fc.integer({ min: 0, max: 8 * 24 }).map((hour) => FIRST_DAY + hour * HOUR_MS),
      hours: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ lift: true as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      dropAfterDays: fc.integer({ min: 1, max: 5 }),
      levels: fc.constantFrom(['raw'], ['raw', '10m'], ['raw', '10m', '1h']),
    }),
  },
);

const endingAfter = (days: number, levels: readonly string[]) =>
  Object.fromEntries(levels.map((level) => [level, days]));

describe('a day that is sealed', () => {
  it('is told as before, whatever comes late, is left out, taken in again or dropped in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const [sealing, plain] = [await aHouse(), await aHouse()];
        const excluded: { ids: [number, number]; span: { from: number; to: number } }[] = [];
        for (const one of steps) {
          if ('send' in one) expect(await sealing.send(one.send)).toEqual(await plain.send(one.send));
          else if ('sealAfterDays' in one) await sealing.seal(FIRST_DAY + one.sealAfterDays * DAY_MS + HOUR_MS);
          else if ('excludeFrom' in one) {
            const span = { from: one.excludeFrom, to: one.excludeFrom + one.hours * HOUR_MS };
            excluded.push({ ids: [await sealing.exclude(span), await plain.exclude(span)], span });
          } else if ('lift' in one) {
            const last = excluded.pop();
            if (last) await Promise.all([sealing.lift(last.ids[0], last.span), plain.lift(last.ids[1], last.span)]);
          } else {
            // At midnight, so that both stores drop whole days.
            const now = FIRST_DAY + (one.dropAfterDays + 10) * DAY_MS;
            for (const { store } of [sealing, plain])
              await dropOldReadings(store, { now, retentionDays: { ...FOR_EVER, ...endingAfter(10, one.levels) } });
            // Dropping a sealed day also refuses the rest of that day, dropping rows does not. Both stores get the
            // later limit.
            for (const level of resolutions) {
              const keptFrom = Math.max(...[sealing, plain].map(({ store }) => store.horizons.at(level)));
              for (const { store } of [sealing, plain]) await store.horizons.raise(level, keptFrom);
            }
          }
        }
        const [told, expected] = [await toldOf(sealing), await toldOf(plain)];
        expect(told).toEqual(expected);
        await sealing.seal();
        expect(await toldOf(sealing)).toEqual(expected);
        await unsealDays(sealing.store);
        expect(await toldOf(sealing)).toEqual(expected);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  }, 120_000);

  it('leaves no row behind, and younger days as they are', async () => {
    const house = await aHouse();
    await house.send(
      Array.from({ length: 9 * 24 }, (_, hour) => ({ at: FIRST_DAY + hour * HOUR_MS, value: hour / 10 })).filter(
        ({ at }) => at <= NOW,
      ),
    );
    expect(await house.seal()).toBe(5);
    expect([await sealedIn(house.store), await rowsIn(house.store)]).toEqual([5, 3 * 24 + 10]);
    const narrow = await house.store.db.selectFrom('rollup').select('start').where('width', '<', DAY_MS).execute();
    expect(narrow.filter(({ start }) => start < FIRST_DAY + 5 * DAY_MS)).toEqual([]);
    expect(await house.seal()).toBe(0);
  });

  it('becomes rows again, and stays so', async () => {
    const house = await aHouse();
    const readings = Array.from({ length: 60 }, (_, hour) => ({ at: FIRST_DAY + hour * HOUR_MS, value: hour / 7 }));
    await house.send(readings);
    const expected = await toldOf(house);
    await house.seal();
    expect(await unsealDays(house.store)).toBe(3);
    expect(await toldOf(house)).toEqual(expected);
    await house.send([{ at: FIRST_DAY + MINUTE_MS, value: 1 }]);
    expect([await sealedIn(house.store), await rowsIn(house.store)]).toEqual([0, 61]);
  });

  it('keeps its buckets when its readings go, with every time', async () => {
    const house = await aHouse();
    await house.send(Array.from({ length: 900 }, (_, at) => ({ at: FIRST_DAY + at * 97_001, value: (at * 7) % 40 })));
    const expected = await allBuckets(house.store);
    await house.seal();
    const [before] = await house.store.db.selectFrom('sealed_reading').selectAll().execute();
    await dropOldReadings(house.store, { now: FIRST_DAY + 20 * DAY_MS, retentionDays: { ...FOR_EVER, raw: 10 } });
    expect(await allBuckets(house.store)).toEqual(expected);
    const [after] = await house.store.db.selectFrom('sealed_reading').selectAll().execute();
    expect([before?.count, after?.count, after?.body.length]).toEqual([891, 0, 0]);
    await dropOldReadings(house.store, {
      now: FIRST_DAY + 20 * DAY_MS,
      retentionDays: { ...FOR_EVER, ...endingAfter(10, ['raw', '10m', '1h']) },
    });
    expect((await allBuckets(house.store)).map(({ width }) => width)).toEqual([DAY_MS, DAY_MS]);
    expect(await sealedIn(house.store)).toBe(0);
  });

  it('takes in the buckets of days that an earlier release sealed, or whose readings went as rows', async () => {
    const house = await aHouse();
    await house.send(Array.from({ length: 60 }, (_, hour) => ({ at: FIRST_DAY + hour * HOUR_MS, value: hour / 7 })));
    const { db } = house.store;
    const expected = await toldOf(house);
    await house.seal();
    const buckets = await allBuckets(house.store);
    await db.deleteFrom('rollup').execute();
    await db.insertInto('rollup').values(buckets).execute();
    await db.updateTable('sealed_reading').set({ ten_minutes: null, hours: null }).execute();
    expect(await toldOf(house)).toEqual(expected);
    await house.seal();
    expect(await toldOf(house)).toEqual(expected);
    const rows = await db.selectFrom('rollup').select('width').distinct().execute();
    expect(rows).toEqual([{ width: DAY_MS }]);
    await db.deleteFrom('sealed_reading').execute();
    await db.deleteFrom('rollup').execute();
    await db.insertInto('rollup').values(buckets).execute();
    await house.store.horizons.raise('raw', FIRST_DAY + 3 * DAY_MS);
    await house.seal();
    expect(await allBuckets(house.store)).toEqual(buckets);
    expect(await db.selectFrom('rollup').select('width').distinct().execute()).toEqual([{ width: DAY_MS }]);
  });

  it('gets rows again where nothing of it is sealed, until the next run', async () => {
    const [house, plain] = [await aHouse(), await aHouse()];
    const send = async (readings: Parameters<House['send']>[0]) => {
      expect(await house.send(readings)).toEqual(await plain.send(readings));
    };
    await send([{ at: FIRST_DAY + 4 * DAY_MS, value: 1 }]);
    await house.seal();
    const late = [0, 1, 1, 2].map((hour) => ({ at: FIRST_DAY + 2 * DAY_MS + hour * HOUR_MS, value: hour }));
    await send(late);
    await send(late);
    expect([await sealedIn(house.store), await rowsIn(house.store)]).toEqual([1, 3]);
    expect(await toldOf(house)).toEqual(await toldOf(plain));
    await house.seal();
    expect([await sealedIn(house.store), await rowsIn(house.store)]).toEqual([2, 0]);
    expect(await toldOf(house)).toEqual(await toldOf(plain));
  });

  it('stays rows when it has a reading a second, and younger days are sealed all the same', async () => {
    const house = await aHouse();
    const full = Array.from({ length: 8_641 }, (_, second) => ({ at: FIRST_DAY + second * 1_000, value: second % 7 }));
    await house.send([...full, { at: FIRST_DAY + DAY_MS, value: 1 }]);
    expect(await house.seal()).toBe(1);
    expect([await sealedIn(house.store), await rowsIn(house.store)]).toEqual([1, full.length]);
    expect(await house.send(full.slice(0, 1))).toMatchObject({ stored: 0, duplicate: 1 });
  });

  it('goes with its farm', async () => {
    const house = await aHouse();
    await house.send([{ at: FIRST_DAY, value: 1 }]);
    await house.seal();
    await house.store.db.updateTable('farm').set({ deleted_at: 1 }).execute();
    await purgeDeleted(house.store, { now: NOW });
    expect(await sealedIn(house.store)).toBe(0);
  });

  it('stays rows while its daily bucket tells another count', async () => {
    const house = await aHouse();
    await house.send([
      { at: FIRST_DAY, value: 1 },
      { at: FIRST_DAY, value: 2, sensor: 'humidity' },
    ]);
    await house.store.db.updateTable('rollup').set({ count: 2 }).where('channel_id', '=', house.channelIndex).execute();
    await expect(house.seal()).rejects.toThrow('is not sealed');
    expect([await sealedIn(house.store), await rowsIn(house.store)]).toEqual([1, 1]);
  });

  it('is not sealed for a clock that ran ahead, beyond what there is', async () => {
    const house = await aHouse();
    await house.send([{ at: NOW - HOUR_MS, value: 1 }]);
    await house.seal(NOW + 900 * DAY_MS);
    expect(house.store.horizons.at('rows')).toBe(FIRST_DAY + 9 * DAY_MS);
    expect(
      await house.send([
        { at: NOW, value: 2 },
        { at: NOW - HOUR_MS, value: 3 },
      ]),
    ).toMatchObject({ stored: 1, duplicate: 1 });
  });
});
