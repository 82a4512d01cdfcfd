import { Dexie } from 'dexie';
import { QUIET_LANES } from '#contract/wire/quiet-lane.ts';
import { backoff } from '#src/lib/backoff.ts';
import { pause, realTimers, type Timers } from '../timers.ts';
import { READ_LIMIT_MS, StorageHangError, withTimeout } from '../with-timeout.ts';
import { type Entry, type HistoryItem, isParked, parkedStates } from './entry.ts';
import {
  BY_ENDPOINT,
  countTold,
  countUnsentOfOthers,
  type OutboxDb,
  openOutboxDb,
  outboxDbName,
  type Restored,
} from './outbox-db.ts';
import { createSharedWatch } from './shared-watch.ts';

/**
 * How long the storage may be silent before the connection is reopened: iOS browsers were seen to ignore a connection,
 * ms.
 */
const PATIENCE_MS = [READ_LIMIT_MS, 10_000, 30_000] as const;
/** After a change whoever made it is told first, and many changes are reported as one, ms. */
const DEBOUNCE_MS = 100;
/** A long outbox takes long to read, and nothing is stored meanwhile: the pause grows with the length of a read. */
const PAUSE_PER_READ = 4;
/** A storage that was slow once must not leave the screen behind for long, ms. */
const LONGEST_PAUSE_MS = 2_000;

type Question<T> = {
  uid: string;
  /** Names of the tables whose changes may change the answer. */
  tables: readonly (keyof OutboxDb)[];
  ask(db: OutboxDb): Promise<T>;
};

/**
 * Reports the answer now and after changes of these tables by any window or worker; returns the unsubscribe function.
 * Dexie's `liveQuery` begins to read again at every change and drops what it was reading: while a long outbox is being
 * sent it reads all the time and reports nothing.
 */
function watch<T>({ uid, tables, ask }: Question<T>, listener: (found: T) => void, timers: Timers): () => void {
  const patience = backoff(PATIENCE_MS);
  const places = tables.map((table) => `idb://${outboxDbName(uid)}/${table}/`);
  let db = openOutboxDb(uid);
  let isChanged = false;
  let isOver = false;
  let wake = () => {};

  function note(parts: object): void {
    // Dexie names no place after a time in the back/forward cache, for anything may have changed.
    const isHere = (place: string) => place === 'all' || places.some((mine) => place.startsWith(mine));
    if (!Object.keys(parts).some(isHere)) return;
    isChanged = true;
    wake();
  }

  async function untilChanged(): Promise<void> {
    while (!isChanged && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  /** Asks until the storage answers; null when nobody listens any more. `readMs`: how long the answer took. */
  async function answer(): Promise<{ found: T; readMs: number } | null> {
    while (!isOver) {
      const patienceMs = patience.next();
      isChanged = false;
      try {
        const askedAt = performance.now();
        const found = await withTimeout(() => ask(db), patienceMs, timers);
        patience.reset();
        return isOver ? null : { found, readMs: performance.now() - askedAt };
      } catch (error) {
        if (!(error instanceof StorageHangError)) await pause(timers, patienceMs).done;
        if (isOver) return null;
        db.dexie.close();
        db = openOutboxDb(uid);
      }
    }
    return null;
  }

  async function run(): Promise<void> {
    for (;;) {
      const answered = await answer();
      if (!answered) return;
      const answeredAt = performance.now();
      listener(answered.found);
      await untilChanged();
      const pauseMs = Math.min(answered.readMs * PAUSE_PER_READ, LONGEST_PAUSE_MS);
      const restMs = pauseMs - (performance.now() - answeredAt);
      await pause(timers, Math.max(DEBOUNCE_MS, restMs)).done;
    }
  }

  Dexie.on.storagemutated.subscribe(note);
  void run();
  return () => {
    isOver = true;
    Dexie.on.storagemutated.unsubscribe(note);
    wake();
    db.dexie.close();
  };
}

/** How many writes the server has not answered, and how many of these wait for the user. */
export type UnsentCounts = { waiting: number; parked: number };

const sharedCounts = createSharedWatch<UnsentCounts>();

/**
 * Reports the numbers of queued writes, now and after each change; otherwise as `watchEntries`. Reads no entry but of
 * quiet lanes.
 */
export function watchCounts(uid: string, listener: (counts: UnsentCounts) => void, timers = realTimers): () => void {
  const ask = async ({ outbox }: OutboxDb) => {
    const quiet = outbox.where('lane').startsWith(QUIET_LANES);
    const parked = parkedStates.map((state) => outbox.where('state').equals(state).count());
    const [waiting, untold, ...counts] = await Promise.all([
      countTold(outbox),
      quiet.filter(isParked).count(),
      ...parked,
    ]);
    return { waiting, parked: counts.reduce((sum, count) => sum + count, 0) - untold };
  };
  return sharedCounts(uid, listener, (tell) => watch({ uid, tables: ['outbox'], ask }, tell, timers));
}

/** Reports once how many writes of other users on this device are unsent; it does not say whose. */
export function reportUnsentOfOthers(uid: string, listener: (count: number) => void): () => void {
  let isStopped = false;
  // If the storage does not answer, nothing is reported.
  const tell = (count: number) => (isStopped ? undefined : listener(count));
  countUnsentOfOthers(uid).then(tell, () => {});
  return () => {
    isStopped = true;
  };
}

/**
 * Reports the entries of the user's outbox now and after each change by any window or worker. Returns the unsubscribe
 * function. Reports nothing while the storage does not answer.
 */
export function watchEntries(uid: string, listener: (entries: readonly Entry[]) => void): () => void {
  const ask = async ({ outbox }: OutboxDb) => outbox.orderBy('seq').toArray();
  return watch({ uid, tables: ['outbox'], ask }, listener, realTimers);
}

/** The unsent writes to one endpoint, and those that were sent, each in the order in which they were written. */
type Writes = { unsent: readonly Entry[]; sent: readonly HistoryItem[] };

const sharedWrites = createSharedWatch<Writes>();

/**
 * Reports the writes to one endpoint (`POST /api/crops`): unsent ones, and those sent after `sentAfter`, epoch ms of the
 * device; otherwise as `watchEntries`. One that is being sent is in exactly one of the two.
 */
export function watchWrites(
  uid: string,
  { endpoint, sentAfter }: { endpoint: string; sentAfter: number },
  listener: (writes: Writes) => void,
): () => void {
  const ask = (db: OutboxDb) =>
    db.dexie.transaction('r', db.outbox, db.history, async () => {
      const unsent = await db.outbox.where('endpoint').equals(endpoint).sortBy('seq');
      const later = db.history.where(BY_ENDPOINT).between([endpoint, sentAfter], [endpoint, Dexie.maxKey], false);
      const done = await later.toArray();
      const sent = done.filter(({ ending }) => ending === 'sent');
      return { unsent, sent: sent.sort((a, b) => a.entry.seq - b.entry.seq) };
    });
  const key = JSON.stringify([uid, endpoint, sentAfter]);
  return sharedWrites(key, listener, (tell) => watch({ uid, tables: ['outbox', 'history'], ask }, tell, realTimers));
}

/** Reports the result of checking a restored server, now and after each change; undefined if there was none. */
export function watchRestored(uid: string, listener: (restored: Restored | undefined) => void): () => void {
  const ask = async ({ notes }: OutboxDb) => {
    const note = await notes.get('restored');
    return note?.k === 'restored' ? note : undefined;
  };
  return watch({ uid, tables: ['counters'], ask }, listener, realTimers);
}

/** Stores that the user was told. */
export async function acknowledgeRestored(uid: string): Promise<void> {
  const { dexie, notes } = openOutboxDb(uid);
  await dexie.transaction('rw', notes, async () => {
    const note = await notes.get('restored');
    if (note?.k === 'restored') await notes.put({ ...note, isTold: true });
  });
  dexie.close();
}

/** Whether this user never wrote anything here; also true after the browser evicted the storage. */
export async function isUntouched(uid: string): Promise<boolean> {
  const { dexie, counters } = openOutboxDb(uid);
  try {
    return (await counters.get('seq')) === undefined;
  } finally {
    dexie.close();
  }
}
