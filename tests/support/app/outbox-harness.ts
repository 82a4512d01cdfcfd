import type { Verdict } from '#src/offline/outbox/classify.ts';
import { type Drained, drain } from '#src/offline/outbox/drain.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { type NewEntry, type OutboxStore, openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { sendEntry } from '#src/offline/outbox/send.ts';
import { type ManualTimers, manualTimers } from '../manual-timers.ts';
import { writeServer } from './write-server.ts';

/** A write as a form makes it. */
export function aWrite(more: Partial<NewEntry> = {}): NewEntry {
  return {
    endpoint: 'POST /api/things',
    method: 'POST',
    path: '/api/things',
    params: {},
    query: {},
    origin: null,
    noun: 'thing',
    lane: undefined,
    after: [],
    body: '{"a":1}',
    payloadVersion: 1,
    build: 'test',
    createdAt: 0,
    deviceClock: 0,
    serverOffset: 0,
    ...more,
  };
}

type Device = {
  store: OutboxStore;
  timers: ManualTimers;
  server: ReturnType<typeof writeServer>;
  told: [key: string, kind: Verdict['kind']][];
  drain(isEager?: boolean): Promise<Drained>;
  /** Runs the drain until nothing is waiting, or for this long, ms. */
  drainFor(ms: number): Promise<void>;
};

/** Awaits the work, advancing the clock while it waits for timers. */
async function passed<T>(work: Promise<T>, timers: ManualTimers): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  await timers.pass(0);
  while (!isDone) await timers.pass(1_000);
  return done;
}

/** A user's outbox in a real database, with a scripted server. */
export function aDevice(uid: string, timers = manualTimers(), server = writeServer(uid)): Device {
  const store = openOutbox(uid, timers);
  const told: Device['told'] = [];
  const run = (isEager = false) =>
    drain(
      {
        uid,
        store,
        locks: undefined,
        token: async () => 't-1',
        renew: async () => null,
        send: (claimed) => sendEntry({ fetch: server.fetch, timers }, claimed),
        now: timers.now,
        random: () => 0.5,
        isStopped: () => false,
        onAttempt: (entry: Entry, verdict) => void told.push([entry.id, verdict.kind]),
      },
      isEager,
    );
  return {
    store,
    timers,
    server,
    told,
    drain: run,
    async drainFor(ms) {
      const end = timers.now() + ms;
      for (;;) {
        const { nextAt } = await passed(run(), timers);
        if (nextAt === null || nextAt > end) return;
        await timers.pass(Math.max(1, nextAt - timers.now()));
      }
    },
  };
}
