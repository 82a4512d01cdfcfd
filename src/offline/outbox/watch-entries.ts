import { liveQuery } from 'dexie';
import { backoff } from '#src/lib/backoff.ts';
import { realTimers, type Timers } from '../timers.ts';
import { READ_LIMIT_MS } from '../with-timeout.ts';
import { type Entry, type HistoryItem, parkedStates } from './entry.ts';
import { countUnsentOfOthers, type OutboxDb, openOutboxDb, type Restored } from './outbox-db.ts';

/**
 * How long the storage may be silent before the connection is reopened: iOS browsers were seen to ignore a connection,
 * ms.
 */
const PATIENCE_MS = [READ_LIMIT_MS, 10_000, 30_000] as const;
/** After a change whoever made it is told first, and many changes are reported as one, ms. */
const DEBOUNCE_MS = 100;

/**
 * Reports the result of `ask` now and after each change of the user's outbox by any window or worker; returns the
 * unsubscribe function.
 */
function watch<T>(
  uid: string,
  ask: (db: OutboxDb) => Promise<T>,
  listener: (found: T) => void,
  timers: Timers,
): () => void {
  const patience = backoff(PATIENCE_MS);
  let end = () => {};
  function begin(): void {
    const db = openOutboxDb(uid);
    const beginAnew = () => {
      end();
      begin();
    };
    const patienceMs = patience.next();
    let cancel = timers.after(patienceMs, beginAnew);
    let isFirst = true;
    const askLater = async () => {
      if (!isFirst) await new Promise<void>((resolve) => timers.after(DEBOUNCE_MS, resolve));
      isFirst = false;
      return ask(db);
    };
    const { unsubscribe } = liveQuery(askLater).subscribe({
      next(found) {
        cancel();
        patience.reset();
        listener(found);
      },
      error() {
        cancel();
        cancel = timers.after(patienceMs, beginAnew);
      },
    });
    end = () => {
      cancel();
      unsubscribe();
      db.dexie.close();
    };
  }
  begin();
  return () => end();
}

/** How many writes the server has not answered, and how many of these wait for the user. */
export type UnsentCounts = { waiting: number; parked: number };

/** Reports the numbers of queued writes, now and after each change; otherwise as `watchEntries`. Reads no entry. */
export const watchCounts = (uid: string, listener: (counts: UnsentCounts) => void, timers = realTimers) =>
  watch(
    uid,
    async ({ outbox }) => {
      const parked = parkedStates.map((state) => outbox.where('state').equals(state).count());
      const [waiting, ...counts] = await Promise.all([outbox.count(), ...parked]);
      return { waiting, parked: counts.reduce((sum, count) => sum + count, 0) };
    },
    listener,
    timers,
  );

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
  return watch(uid, async ({ outbox }) => inOrder(await outbox.toArray()), listener, realTimers);
}

/** The unsent writes to one endpoint, and those that were sent, each in the order in which they were written. */
type Writes = { unsent: readonly Entry[]; sent: readonly HistoryItem[] };

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
      const unsent = inOrder(await db.outbox.where('endpoint').equals(endpoint).toArray());
      const done = await db.history.where('doneAt').above(sentAfter).toArray();
      const sent = done.filter(({ ending, entry }) => ending === 'sent' && entry.endpoint === endpoint);
      return { unsent, sent: sent.sort((a, b) => a.entry.seq - b.entry.seq) };
    });
  return watch(uid, ask, listener, realTimers);
}

const inOrder = (entries: Entry[]): Entry[] => entries.sort((a, b) => a.seq - b.seq);

/** Reports the result of checking a restored server, now and after each change; undefined if there was none. */
export function watchRestored(uid: string, listener: (restored: Restored | undefined) => void): () => void {
  const ask = async ({ notes }: OutboxDb) => {
    const note = await notes.get('restored');
    return note?.k === 'restored' ? note : undefined;
  };
  return watch(uid, ask, listener, realTimers);
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
