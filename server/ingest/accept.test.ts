import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { bucketLevels, bucketStart, DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { Store } from '#server/db/open.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import type { GateOptions } from './accept.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 0);

async function aHouse(options: Partial<GateOptions> = {}) {
  const store = await aStore();
  const farmId = await aFarm(store);
  const device = await aDevice(store, farmId);
  const gate = aGate(store, { now: () => NOW, ...options });
  return { store, farmId, device, gate };
}

const allReadings = (store: Store) =>
  store.db.selectFrom('reading').selectAll().orderBy('channel_id').orderBy('at').execute();
const allBuckets = (store: Store) =>
  store.db.selectFrom('rollup').selectAll().orderBy('channel_id').orderBy('width').orderBy('start').execute();

describe('the gate', () => {
  it('stores what is good and says so', async () => {
    const { store, device, gate } = await aHouse();
    const answer = await gate.accept(device.known, [
      { sensor: 'temperature', at: '2026-11-21T11:59:00+09:00', value: 12.3 },
      { sensor: device.channels.get('humidity'), at: NOW - MINUTE_MS, value: 80 },
      { sensor: 'temperature', value: 12.4 },
    ]);
    expect(answer).toEqual({ stored: 3, duplicate: 0, flagged: 0, kept: 0, refused: 0, problems: [] });
    const temperatures = (await allReadings(store)).filter(
      (row) => row.channel_id === device.channels.get('temperature'),
    );
    expect(temperatures.map(({ at, value }) => [at, value])).toEqual([
      [Date.UTC(2026, 10, 21, 2, 59), 12.3],
      [NOW, 12.4],
    ]);
  });

  it('lets others do something between two transactions', async () => {
    const { device, gate } = await aHouse();
    const done: string[] = [];
    const batch = (begin: number) =>
      Array.from({ length: 3_000 }, (_, n) => ({ sensor: 'temperature', at: begin + n, value: 20 }));
    const send = (name: string, begin: number) => gate.accept(device.known, batch(begin)).then(() => done.push(name));
    const first = send('first', NOW - HOUR_MS);
    void first.then(() => setImmediate(() => done.push('somebody else')));
    await Promise.all([first, send('second', NOW - 2 * HOUR_MS), send('third', NOW - 3 * HOUR_MS)]);
    expect(done.slice(0, -1)).toContain('somebody else');
  });

  it('asks to send later while very many readings wait, and stores all that it has taken', async () => {
    const { store, device, gate } = await aHouse();
    const batch = Array.from({ length: 20_000 }, (_, n) => ({ sensor: 'temperature', at: NOW - n, value: 20 }));
    const send = () => gate.accept(device.known, batch).catch((error: unknown) => error);
    // The first is being stored, and ten more wait.
    const answers = await store.db.transaction().execute(async () => {
      const sent = [send()];
      await yieldToOthers();
      await yieldToOthers();
      sent.push(...Array.from({ length: 11 }, send));
      const refused = await sent.at(-1);
      expect(isDatabaseUnavailable(refused)).toBe(true);
      return sent;
    });
    const taken = await Promise.all(answers.slice(0, -1));
    expect(taken.filter(isDatabaseUnavailable)).toEqual([]);
    expect(await send()).toMatchObject({ stored: 0, duplicate: 20_000 });
    const { count } = await store.db
      .selectFrom('reading')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(20_000);
  });

  it('refuses a bad reading with its reason and keeps the rest of its batch', async () => {
    const { store, device, gate } = await aHouse();
    const answer = await gate.accept(device.known, [
      { sensor: 'temperature', at: NOW, value: 20 },
      { sensor: 'temperature', at: NOW + 5 * MINUTE_MS + 1, value: 20 },
      { sensor: 'temperature', at: NOW + 5 * MINUTE_MS, value: 21 },
      { sensor: '이름', at: NOW, value: 20 },
      { sensor: 'temperature', at: NOW - 401 * DAY_MS, value: 20 },
      { sensor: 'temperature', at: '2026-11-21 12:00', value: 20 },
      { sensor: 'temperature', at: NOW, value: '20' },
      { sensor: 'temperature', at: NOW, value: Number.NaN },
      null,
      'reading',
    ]);
    expect(answer.problems.map(({ index, status, reason }) => [index, status, reason])).toEqual([
      [1, 'refused', 'FUTURE'],
      [3, 'refused', 'UNKNOWN_SENSOR'],
      [4, 'refused', 'TOO_OLD'],
      [5, 'refused', 'MALFORMED'],
      [6, 'refused', 'NOT_A_NUMBER'],
      [7, 'refused', 'NOT_A_NUMBER'],
      [8, 'refused', 'MALFORMED'],
      [9, 'refused', 'MALFORMED'],
    ]);
    expect(answer).toMatchObject({ stored: 2, refused: 8 });
    expect(await allReadings(store)).toHaveLength(2);
    expect(answer.problems[1]?.message).toBe('이 장치에 등록되지 않은 센서 코드입니다.');
  });

  it('keeps an implausible reading, flagged, and leaves it out of statistics', async () => {
    const { store, device, gate } = await aHouse();
    const answer = await gate.accept(device.known, [
      { sensor: 'temperature', at: NOW - MINUTE_MS, value: 20 },
      { sensor: 'temperature', at: NOW, value: 85 },
    ]);
    expect(answer).toMatchObject({ stored: 2, flagged: 1, refused: 0 });
    expect(answer.problems[0]?.message).toBe('있을 수 있는 범위를 벗어난 값입니다. 저장은 했지만 통계에서는 뺍니다.');
    expect((await allReadings(store)).map(({ flag }) => flag)).toEqual([0, 1]);
    for (const bucket of await allBuckets(store)) expect(bucket).toMatchObject({ count: 1, max: 20 });
  });

  it('ignores a reading that is there already', async () => {
    const { store, device, gate } = await aHouse();
    const batch = [{ sensor: 'temperature', at: NOW, value: 20 }];
    await gate.accept(device.known, batch);
    const before = await allBuckets(store);
    expect(await gate.accept(device.known, batch)).toMatchObject({ stored: 0, duplicate: 1 });
    expect(await allBuckets(store)).toEqual(before);
  });

  it('keeps readings without a time apart that come within one millisecond, in their order', async () => {
    const { store, device, gate } = await aHouse();
    await gate.accept(device.known, [{ sensor: 'temperature', at: NOW, value: 1 }]);
    const both = [
      { sensor: 'temperature', value: 2 },
      { sensor: 'humidity', value: 80 },
    ];
    await gate.accept(device.known, both);
    expect(await gate.accept(device.known, [{ sensor: 'temperature', value: 3 }])).toMatchObject({ stored: 1 });
    const temperatures = (await allReadings(store)).filter(
      (row) => row.channel_id === device.channels.get('temperature'),
    );
    expect(temperatures.map(({ at, value }) => [at - NOW, value])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(await allBuckets(store)).toEqual(expectedBuckets(await allReadings(store)));
  });

  it('refuses by name the readings without a time that come more than 3 a second: their device has kept them', async () => {
    let now = NOW;
    const { store, device, gate } = await aHouse({ now: () => now });
    const flush = Array.from({ length: 60 }, (_, value) => ({ sensor: 'temperature', value }));
    const answer = await gate.accept(device.known, flush);
    expect(answer).toMatchObject({ stored: 3, duplicate: 0, refused: 57 });
    expect(new Set(answer.problems.map(({ reason }) => reason))).toEqual(new Set(['UNDATED']));
    expect(answer.problems[0]?.message).toBe(
      '시각이 없는 값인데 언제 잰 것인지 알 수 없습니다. 장치가 측정 시각(at)을 함께 보내게 해 주세요.',
    );
    // One per second is the shortest interval of a sensor.
    for (let second = 1; second <= 20; second += 1) {
      now = NOW + second * 1_000;
      expect(await gate.accept(device.known, [{ sensor: 'temperature', value: 20 }])).toMatchObject({ stored: 1 });
    }
    expect(await allReadings(store)).toHaveLength(23);
  });

  it('dates nothing that may have waited on its way', async () => {
    const { store, device, gate } = await aHouse();
    const sent = [
      { sensor: 'temperature', value: 20 },
      { sensor: 'temperature', at: NOW - MINUTE_MS, value: 21 },
      { sensor: 'nothing', value: 20 },
    ];
    const answer = await gate.accept(device.known, sent, 'delayed');
    expect(answer.problems.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'UNDATED'],
      [2, 'UNDATED'],
    ]);
    expect((await allReadings(store)).map(({ value }) => value)).toEqual([21]);
  });

  it('tells who listens only the newest of each channel, and late data nobody', async () => {
    const told: number[][] = [];
    const { device, gate } = await aHouse({
      onCommitted: (newest) => told.push(newest.flatMap(({ at, value }) => [at, value])),
    });
    await gate.accept(device.known, [
      { sensor: 'temperature', at: NOW - MINUTE_MS, value: 19 },
      { sensor: 'temperature', at: NOW, value: 20 },
      { sensor: 'temperature', at: NOW - 2 * MINUTE_MS, value: 18 },
    ]);
    await gate.accept(device.known, [{ sensor: 'temperature', at: NOW - HOUR_MS, value: 10 }]);
    expect(told).toEqual([[NOW, 20]]);
  });

  it('answers as stored what a listener failed to hear, and leaves the failure in the log', async () => {
    const lines: string[] = [];
    const { store, device, gate } = await aHouse({
      log: pino({ level: 'error' }, { write: (line) => lines.push(line) }),
      onCommitted: () => {
        throw new Error('a listener stumbled');
      },
    });
    const send = (at: number) => gate.accept(device.known, [{ sensor: 'temperature', at, value: 20 }]);
    expect(await send(NOW - MINUTE_MS)).toMatchObject({ stored: 1 });
    expect(await send(NOW)).toMatchObject({ stored: 1 });
    expect(await allReadings(store)).toHaveLength(2);
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['a listener stumbled', 'a listener stumbled']);
  });

  it('answers each of many callers who share a transaction', async () => {
    const { store, device, gate } = await aHouse();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        gate.accept(device.known, [{ sensor: 'temperature', at: NOW - i * MINUTE_MS, value: i / 10 }]),
      ),
    );
    expect(answers.every(({ stored }) => stored === 1)).toBe(true);
    expect(await allReadings(store)).toHaveLength(200);
  });

  it('rejects every caller of a transaction that fails, and stores nothing of it', async () => {
    const { store, device, gate } = await aHouse();
    const broken = { ...device.known, farmId: Number.NaN };
    const good = gate.accept(device.known, [{ sensor: 'temperature', at: NOW, value: 20 }]);
    const bad = gate.accept(broken, [{ sensor: 'temperature', at: NOW, value: 20 }]);
    await expect(bad).rejects.toThrow();
    await expect(good).rejects.toThrow();
    expect(await allReadings(store)).toHaveLength(0);
    expect(await gate.accept(device.known, [{ sensor: 'temperature', at: NOW, value: 20 }])).toMatchObject({
      stored: 1,
    });
  });
});

describe('buckets', () => {
  const reading = fc.record({
    sensor: fc.constantFrom('temperature', 'humidity'),
    // Over three days, on a grid that is coarse enough for collisions.
    at: fc.integer({ min: 0, max: 3 * 288 }).map((step) => NOW - step * 5 * MINUTE_MS),
    value: fc.integer({ min: -250, max: 650 }).map((tenths) => tenths / 10),
  });

  it('agree with the raw readings whatever the order, the split and the repetitions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(reading, { minLength: 1, maxLength: 120, selector: ({ sensor, at }) => `${sensor} ${at}` }),
        fc.infiniteStream(fc.nat({ max: 1_000 })),
        async (readings, dice) => {
          const { store, device, gate } = await aHouse();
          const roll = () => dice.next().value ?? 0;
          const shuffled = [...readings, ...readings.filter(() => roll() % 3 === 0)]
            .map((one) => ({ one, place: roll() }))
            .sort((a, b) => a.place - b.place)
            .map(({ one }) => one);
          const batches: (typeof readings)[] = [];
          while (shuffled.length > 0) batches.push(shuffled.splice(0, 1 + (roll() % 40)));
          await Promise.all(batches.map((batch) => gate.accept(device.known, batch)));
          expect(await allBuckets(store)).toEqual(expectedBuckets(await allReadings(store)));
          expect(await allReadings(store)).toHaveLength(readings.length);
          await store.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** Computes the buckets in the simplest way: each from its raw rows, in time order. */
function expectedBuckets(rows: Awaited<ReturnType<typeof allReadings>>) {
  const buckets = new Map<string, Record<string, number>>();
  for (const { farm_id, channel_id, at, value, flag } of rows) {
    if (flag !== 0) continue;
    for (const width of Object.values(bucketLevels)) {
      const start = bucketStart(at, width);
      const key = `${channel_id} ${width} ${start}`;
      const known = buckets.get(key);
      const micro = Math.round(value * 1e6);
      if (!known) {
        const extremes = { min: value, min_at: at, max: value, max_at: at };
        buckets.set(key, { farm_id, channel_id, width, start, count: 1, sum_micro: micro, ...extremes });
        continue;
      }
      known.count = (known.count ?? 0) + 1;
      known.sum_micro = (known.sum_micro ?? 0) + micro;
      if (value < (known.min ?? 0)) Object.assign(known, { min: value, min_at: at });
      if (value > (known.max ?? 0)) Object.assign(known, { max: value, max_at: at });
    }
  }
  return [...buckets.values()].sort(
    (a, b) =>
      (a.channel_id ?? 0) - (b.channel_id ?? 0) || (a.width ?? 0) - (b.width ?? 0) || (a.start ?? 0) - (b.start ?? 0),
  );
}
