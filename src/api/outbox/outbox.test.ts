import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createCrop } from '#contract/crop/crop.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { writeServer } from '../../../tests/support/write-server.ts';
import { createFreshness } from '../call/freshness.ts';
import { createServerClock } from '../call/server-clock.ts';
import { createOutbox } from './outbox.ts';

/** The outbox of a page, before a scripted server. */
function aPage(uid: string) {
  const timers = manualTimers();
  const server = writeServer(uid);
  const asked = { worker: 0 };
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
    queryClient: { invalidateQueries: async () => {} },
    report() {},
    isReachable: () => true,
    fetch: (url, init) => server.fetch(String(url), init ?? {}),
    timers,
    deviceNow: timers.now,
    locks: undefined,
    wakeWorker() {
      asked.worker += 1;
    },
    announce() {},
    random: () => 0.5,
  });
  const write = async () => {
    const act = { id: crypto.randomUUID(), origin: null };
    const { kind } = await outbox.submit(createCrop, { query: { farmIndex: 1 }, body: { house: '1동' } }, act);
    return kind;
  };
  return { server, asked, write };
}

test('a write that was not answered wakes the worker for it; one that was does not', async () => {
  const { server, asked, write } = aPage('waking');
  server.treats({ status: 409, code: 'NAME_TAKEN' });
  expect(await write()).toBe('refused');
  expect(asked.worker).toBe(0);
  server.treats('dies-before');
  expect(await write()).toBe('kept');
  expect(asked.worker).toBe(1);
});
