import { Dexie } from 'dexie';
import { drain } from '#src/offline/outbox/drain.ts';
import { type NewEntry, type OutboxStore, openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { sendEntry } from '#src/offline/outbox/send.ts';
import { verifySent } from '#src/offline/outbox/verify-sent.ts';
import type { ManualTimers } from '../manual-timers.ts';
import type { writeServer } from './write-server.ts';

/**
 * Where a process ends while it sends an entry: marked but not sent, sent without an answer, or answered but not
 * recorded.
 */
export type Death = 'before-send' | 'in-flight' | 'after-answer';

/** A page or the worker of a phone. After its end none of its calls returns, and its locks are free. */
export type Process = {
  store: OutboxStore;
  /** One drain; never settles after the end of the process. */
  drain(isEager: boolean): Promise<unknown>;
  isDead(): boolean;
  die(): void;
};

type Conditions = {
  /** Whether, and where, the process ends in this attempt. */
  deathNow(): Death | null;
  /** Error of the device's clock, ms. */
  clockOff(): number;
  /** 0 to 1. */
  random(): number;
  /** The phone's storage; by default the storage of this process. */
  storage?: IDBFactory;
};

type Phone = {
  /** Starts a page or the worker on the same storage, with the same server. */
  start(): Process;
};

const never = () => new Promise<never>(() => {});

/** The part of a user's device that survives its processes, each of which runs the app's real drain. */
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
      /** Calls of a live process; a transaction that has begun is finished by the browser. */
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
      // As in verified-drain.ts, but the process may end in between.
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
    entriesToExport: () => alive(() => store.entriesToExport()),
    find: (id) => alive(() => store.find(id)),
    blobOf: (id) => alive(() => store.blobOf(id)),
    count: () => alive(() => store.count()),
    claim: (id) => alive(() => store.claim(id)),
    recover: () => alive(() => store.recover()),
    setBack: (id, setback) => alive(() => store.setBack(id, setback)),
    finish: (id, receipt, doneAt) => alive(() => store.finish(id, receipt, doneAt)),
    discard: (id, doneAt, ending, beside) => alive(() => store.discard(id, doneAt, ending, beside)),
    discardWithFollowers: (id, doneAt) => alive(() => store.discardWithFollowers(id, doneAt)),
    toDraft: (id, doneAt) => alive(() => store.toDraft(id, doneAt)),
    toNewDraft: (id, savedAt) => alive(() => store.toNewDraft(id, savedAt)),
    takeIn: (entries, blobs) => alive(() => store.takeIn(entries, blobs)),
    requeue: (id, doneAt, next) => alive(() => store.requeue(id, doneAt, next)),
    giveUpEditing: (id) => alive(() => store.giveUpEditing(id)),
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

/** Web Locks of one origin: exclusive, first come first served, released when their owner ends. */
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
