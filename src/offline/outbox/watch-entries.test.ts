import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { quietLane } from '#contract/wire/quiet-lane.ts';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { watchCounts, watchWrites } from './watch-entries.ts';

/** The counts reported while the storage fails on the first call, as `fail` makes it, and after it recovers. */
async function toldWhile(uid: string, fail: () => () => void): Promise<[number[], number[]]> {
  const { store } = aDevice(uid);
  await store.put(aWrite());
  const timers = manualTimers();
  const told: number[] = [];
  const mend = fail();
  const stop = watchCounts(uid, ({ waiting }) => told.push(waiting), timers);
  await timers.pass(2_900);
  const before = [...told];
  mend();
  await timers.pass(3_000);
  stop();
  store.close();
  return [before, told];
}

test('what waits is told though the storage lost its connection, or never answered, at first', async () => {
  const lost = await toldWhile('lost', () => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    };
    return () => {
      IDBDatabase.prototype.transaction = transaction;
    };
  });
  expect(lost).toEqual([[], [1]]);
  const unheard = await toldWhile('unheard', () => {
    const { count } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.count = function ask(this: IDBObjectStore, ...asked) {
      return Object.defineProperty(count.apply(this, asked), 'onsuccess', { set() {} });
    };
    return () => {
      IDBObjectStore.prototype.count = count;
    };
  });
  expect(unheard).toEqual([[], [1]]);
});

test('what waits for the person is told apart from what waits for the server', async () => {
  const { store, server, drain } = aDevice('parked');
  server.treats({ status: 409, code: 'CHANGED_MEANWHILE' }, { status: 422, code: 'VALIDATION' }, 'dies-before');
  for (const lane of ['first', 'second', 'third']) await store.put(aWrite({ lane }));
  await drain();
  const told = await new Promise((resolve) => {
    const stop = watchCounts('parked', (counts) => {
      stop();
      resolve(counts);
    });
  });
  expect(told).toEqual({ waiting: 3, parked: 2 });
  store.close();
});

test('notes that the app made by itself are no writes of a person: neither those that wait nor those that are refused', async () => {
  const { store, server, drain } = aDevice('quiet');
  server.treatsBy(() => ({ status: 422, code: 'VALIDATION' }));
  for (const lane of [quietLane('1'), 'comment:1']) await store.put(aWrite({ lane }));
  await drain();
  for (const lane of [quietLane('2'), 'comment:2']) await store.put(aWrite({ lane }));
  const told = await new Promise((resolve) => {
    const stop = watchCounts('quiet', (counts) => {
      stop();
      resolve(counts);
    });
  });
  expect(told).toEqual({ waiting: 2, parked: 1 });
  store.close();
});

test('a write is told as unsent until it is sent, then as sent, and never as neither', async () => {
  const { store, drain } = aDevice('written');
  const told: string[] = [];
  const endpoint = aWrite().endpoint;
  const stop = watchWrites('written', { endpoint, sentAfter: -1 }, ({ unsent, sent }) => {
    told.push(`${unsent.length} unsent, ${sent.length} sent`);
  });
  await expect.poll(() => told).toEqual(['0 unsent, 0 sent']);
  await store.put(aWrite());
  await expect.poll(() => told.at(-1)).toBe('1 unsent, 0 sent');
  await drain();
  await expect.poll(() => told.at(-1)).toBe('0 unsent, 1 sent');
  expect(new Set(told.slice(1))).toEqual(new Set(['1 unsent, 0 sent', '0 unsent, 1 sent']));
  stop();
  store.close();
});

test('a queue that changes all the time is told all the time, and read for less than each change', async () => {
  const { store } = aDevice('busy');
  const { count } = IDBObjectStore.prototype;
  let reads = 0;
  IDBObjectStore.prototype.count = function ask(this: IDBObjectStore, ...asked) {
    reads += 1;
    return count.apply(this, asked);
  };
  const timers = manualTimers();
  const told: number[] = [];
  const stop = watchCounts('busy', ({ waiting }) => told.push(waiting), timers);
  await expect.poll(() => told).toEqual([0]);
  for (let written = 1; written <= 40; written++) {
    await store.put(aWrite());
    await timers.pass(50);
  }
  const during = told.length - 1;
  expect(during).toBeGreaterThan(2);
  expect(reads).toBeLessThan(40);
  await expect.poll(() => timers.pass(1_000).then(() => told.at(-1))).toBe(40);
  stop();
  IDBObjectStore.prototype.count = count;
  store.close();
});
