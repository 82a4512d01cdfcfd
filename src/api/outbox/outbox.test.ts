import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createCrop } from '#contract/crop/crop.ts';
import { observable } from '#src/lib/observable.ts';
import { type Treatment, writeServer } from '../../../tests/support/app/write-server.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { createFreshness } from '../call/freshness.ts';
import { createServerClock } from '../call/server-clock.ts';
import { goesThroughOutbox } from './new-entry.ts';
import { createOutbox } from './outbox.ts';

type PageOptions = {
  mayMakeRoom?: boolean;
  /** Whether another window is always the one that sends. */
  isOtherSending?: boolean;
};

/** The outbox of a page, with a scripted server. */
function aPage(uid: string, { mayMakeRoom = true, isOtherSending = false }: PageOptions = {}) {
  const timers = manualTimers();
  const server = writeServer(uid);
  const asked = { worker: 0, noted: 0, storage: 0, room: [] as boolean[], others: 0 };
  const outbox = createOutbox({
    credentials: {
      uid: () => uid,
      token: async () => 't-1',
      hasToken: () => true,
      why: () => 'offline',
      renew: async () => null,
      mismatch() {},
    },
    clock: createServerClock(timers.now),
    freshness: createFreshness(timers.now),
    queryClient: new QueryClient(),
    report() {},
    instance: observable<string | null>(null),
    isReachable: () => true,
    fetch: (url, init) => server.fetch(String(url), init ?? {}),
    timers,
    deviceNow: timers.now,
    locks: isOtherSending ? { request: () => new Promise(() => {}) } : undefined,
    wakeWorker() {
      asked.worker += 1;
    },
    async keepStorage() {
      asked.storage += 1;
    },
    noteWaiting() {
      asked.noted += 1;
    },
    async makeRoom(_uid, isRefused) {
      asked.room.push(isRefused);
      return mayMakeRoom;
    },
    announce() {
      asked.others += 1;
    },
    random: () => 0.5,
  });
  const write = async () => {
    const act = { id: crypto.randomUUID(), origin: null };
    const input = { body: { house: '1동' } };
    if (!goesThroughOutbox(createCrop, input)) throw new Error('a crop may wait');
    const { kind } = await outbox.submit(createCrop, input, act);
    return kind;
  };
  return { server, asked, write, timers, outbox };
}

test('a write that was not answered wakes the worker for it; one that was does not', async () => {
  const { server, asked, write } = aPage('waking');
  server.treats({ status: 409, code: 'NAME_TAKEN' });
  expect(await write()).toBe('refused');
  expect([asked.worker, asked.noted]).toEqual([0, 0]);
  server.treats('dies-before');
  expect(await write()).toBe('kept');
  expect([asked.worker, asked.noted]).toEqual([1, 1]);
});

test('a write that another window has sent is refused here, if the server refused it', async () => {
  const here = aPage('two windows', { isOtherSending: true });
  const other = aPage('two windows');
  const answerOf = async (treatment: Treatment) => {
    other.server.treats(treatment);
    const answer = here.write();
    await here.timers.pass(0);
    await other.outbox.drain(true);
    await here.timers.pass(2_000);
    return answer;
  };
  expect(await answerOf({ status: 409, code: 'CHANGED_MEANWHILE' })).toBe('refused');
  expect(await answerOf({ status: 400, code: 'VALIDATION' })).toBe('refused');
  expect(await answerOf('dies-before')).toBe('kept');
});

test('a page asks the browser once to keep what is stored, when the first write is', async () => {
  const { server, asked, write } = aPage('keeping');
  expect(asked.storage).toBe(0);
  server.treats('dies-before', 'dies-before');
  await write();
  await write();
  expect(asked.storage).toBe(1);
});

/** Makes the device refuse the next `refusals` writes because storage is full. */
async function refusing<T>(refusals: number, act: () => Promise<T>): Promise<T> {
  const { put } = IDBObjectStore.prototype;
  let left = refusals;
  IDBObjectStore.prototype.put = function refuse(...row) {
    if (left-- > 0) throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, row);
  };
  try {
    return await act();
  } finally {
    IDBObjectStore.prototype.put = put;
  }
}

test('what the device refuses is kept once room was made, and else is said not to be kept', async () => {
  const { server, asked, write } = aPage('refused');
  server.treats('dies-before');
  expect(await refusing(1, write)).toBe('kept');
  expect(asked.room).toEqual([true]);
  await expect(refusing(2, write)).rejects.toThrow();
  const full = aPage('full', { mayMakeRoom: false });
  await expect(refusing(1, full.write)).rejects.toThrow();
});

test('other windows are told of a long queue when its sending begins and ends, not of each write', async () => {
  const { server, asked, write, outbox } = aPage('many');
  server.treats(...Array<Treatment>(20).fill('dies-before'));
  for (let written = 0; written < 20; written += 1) await write();
  expect(asked.others).toBe(0);
  await outbox.drain(true);
  await expect.poll(() => outbox.store()?.count()).toBe(0);
  expect(asked.others).toBe(2);
});
