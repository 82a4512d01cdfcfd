import { Dexie } from 'dexie';
import { drain } from '#src/offline/outbox/drain.ts';
import { type NewEntry, type OutboxStore, openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { sendEntry } from '#src/offline/outbox/send.ts';
import { verifySent } from '#src/offline/outbox/verify-sent.ts';
import type { ManualTimers } from './manual-timers.ts';
import type { writeServer } from './write-server.ts';

/** Where a process dies while it sends an entry: marked and not handed over, handed over and unheard, or heard and not noted. */
export type Death = 'before-send' | 'in-flight' | 'after-answer';

/** A page or the worker of a phone. After its death none of its calls ever comes back, and its locks are free. */
export type Process = {
  store: OutboxStore;
  /** One drain; never settles once the process is dead. */
  drain(isEager: boolean): Promise<unknown>;
  isDead(): boolean;
  die(): void;
};

type Conditions = {
  /** Whether, and where, the process dies with this attempt. */
  deathNow(): Death | null;
  /** How far the device's clock is off, ms. */
  clockOff(): number;
  /** 0 to 1. */
  random(): number;
  /** What the phone keeps things in; without: the storage of this process. */
  storage?: IDBFactory;
};

type Phone = {
  /** Starts a page or the worker on the same storage, before the same server. */
  start(): Process;
};

const never = () => new Promise<never>(() => {});

/** For tests: what of one user's device outlives its processes, with the drain of the product in each of them. */
export function aPhone(
  uid: string,
  timers: ManualTimers,
  server: ReturnType<typeof writeServer>,
  conditions: Conditions,
): Phone {
  const locks = webLocks();
  return {
    start() {
      const owner = {};
      let isDead = false;
      /** What a process asks while it lives; a transaction under way is finished by the browser. */
      const alive = async <T>(ask: () => Promise<T>): Promise<T> => {
        if (isDead) return never();
        const asked = ask();
        return asked.then(
          (answer) => (isDead ? never() : answer),
          (error) => (isDead ? never() : Promise.reject(error)),
        );
      };
      const opened = openedOn(conditions.storage, uid, timers);
      const store = whileAlive(opened, alive);
      const die = () => {
        isDead = true;
        locks.release(owner);
        opened.close();
      };
      const now = () => timers.now() + conditions.clockOff();
      const common = { uid, store, timers, now, fetch: server.fetch, token: async () => 't-1' };
      // As verified-drain.ts does, with a death on the way.
      const run = async (isEager: boolean) => {
        if (!(await verifySent({ ...common, instance: server.instance() }))) return;
        return drain(
          {
            ...common,
            locks: { request: (name, act) => alive(() => locks.request(owner, name, act)) },
            renew: async () => null,
            async send(claimed) {
              const death = conditions.deathNow();
              if (death === 'before-send') die();
              if (isDead) return never();
              const sending = sendEntry({ fetch: server.fetch, timers }, { ...claimed, token: 't-1' });
              if (death === 'in-flight') die();
              const sent = await sending;
              if (death === 'after-answer') die();
              return isDead ? never() : sent;
            },
            random: conditions.random,
            isStopped: () => isDead,
            onAttempt: () => {},
          },
          isEager,
        );
      };
      return { store, die, isDead: () => isDead, drain: run };
    },
  };
}

function openedOn(storage: IDBFactory | undefined, uid: string, timers: ManualTimers): OutboxStore {
  const { indexedDB } = Dexie.dependencies;
  Dexie.dependencies.indexedDB = storage ?? indexedDB;
  const store = openOutbox(uid, timers);
  Dexie.dependencies.indexedDB = indexedDB;
  return store;
}

function whileAlive(store: OutboxStore, alive: <T>(ask: () => Promise<T>) => Promise<T>): OutboxStore {
  return {
    put: (wish: NewEntry, blob, id, beside) => alive(() => store.put(wish, blob, id, beside)),
    entries: (afterSeq, most) => alive(() => store.entries(afterSeq, most)),
    find: (id) => alive(() => store.find(id)),
    blobOf: (id) => alive(() => store.blobOf(id)),
    count: () => alive(() => store.count()),
    claim: (id) => alive(() => store.claim(id)),
    recover: () => alive(() => store.recover()),
    setBack: (id, setback) => alive(() => store.setBack(id, setback)),
    finish: (id, receipt, doneAt) => alive(() => store.finish(id, receipt, doneAt)),
    discard: (id, doneAt, ending, beside) => alive(() => store.discard(id, doneAt, ending, beside)),
    toDraft: (id, doneAt) => alive(() => store.toDraft(id, doneAt)),
    takeIn: (entries, blobs) => alive(() => store.takeIn(entries, blobs)),
    requeue: (id) => alive(() => store.requeue(id)),
    settle: (id, body, doneAt) => alive(() => store.settle(id, body, doneAt)),
    restore: (entry, blob) => alive(() => store.restore(entry, blob)),
    history: () => alive(() => store.history()),
    findDone: (id) => alive(() => store.findDone(id)),
    instance: () => alive(() => store.instance()),
    sentSince: (at) => alive(() => store.sentSince(at)),
    settleInstance: (instance, lacking, at) => alive(() => store.settleInstance(instance, lacking, at)),
    close: () => store.close(),
  };
}

/** Web Locks of one origin: exclusive, first come first served, free when their owner dies. */
function webLocks() {
  type Request = { owner: object; grant: () => void };
  const queues = new Map<string, Request[]>();
  function leave(name: string, left: (request: Request) => boolean): void {
    const queue = queues.get(name) ?? [];
    const rest = queue.filter((request) => !left(request));
    queues.set(name, rest);
    if (rest[0] !== queue[0]) rest[0]?.grant();
  }
  return {
    async request<T>(owner: object, name: string, act: () => Promise<T>): Promise<T> {
      const queue = queues.get(name) ?? [];
      const mine: Request = { owner, grant: () => {} };
      const granted = new Promise<void>((resolve) => {
        mine.grant = resolve;
      });
      queues.set(name, [...queue, mine]);
      if (queue.length === 0) mine.grant();
      await granted;
      try {
        return await act();
      } finally {
        leave(name, (request) => request === mine);
      }
    },
    release(owner: object): void {
      for (const name of queues.keys()) leave(name, (request) => request.owner === owner);
    },
  };
}
