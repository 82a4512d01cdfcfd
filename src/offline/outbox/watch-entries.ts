import { liveQuery } from 'dexie';
import { backoff } from '#src/lib/backoff.ts';
import { realTimers, type Timers } from '../timers.ts';
import { READ_LIMIT_MS } from '../with-timeout.ts';
import type { Entry } from './entry.ts';
import { countUnsentOfOthers, type OutboxDb, openOutboxDb, type Restored } from './outbox-db.ts';

/** A storage that says nothing for so long is opened anew: browsers on iOS were seen to leave a connection unheard, ms. */
const PATIENCE_MS = [READ_LIMIT_MS, 10_000, 30_000] as const;

/** Tells what `ask` finds in the user's outbox, now and whenever it changes, in whichever window or worker; answers how to stop. */
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
    const { unsubscribe } = liveQuery(() => ask(db)).subscribe({
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

/** How many writes wait, now and whenever that changes; else as `watchEntries`. */
export const watchCount = (uid: string, listener: (count: number) => void, timers = realTimers) =>
  watch(uid, async ({ outbox }) => outbox.count(), listener, timers);

/** How many writes other users of this device have not sent, once; whose they are is not told. */
export function tellUnsentOfOthers(uid: string, listener: (count: number) => void): () => void {
  let isStopped = false;
  // A storage that does not answer tells nothing.
  const tell = (count: number) => (isStopped ? undefined : listener(count));
  countUnsentOfOthers(uid).then(tell, () => {});
  return () => {
    isStopped = true;
  };
}

/**
 * Tells what waits in the user's outbox now and whenever it changes, in whichever window or worker; of one endpoint, if
 * given (`POST /api/crops`). Answers how to stop. A storage that does not answer tells nothing until it does.
 */
export function watchEntries(
  uid: string,
  listener: (entries: readonly Entry[]) => void,
  endpoint?: string,
): () => void {
  const ask = async ({ outbox }: OutboxDb) =>
    (endpoint === undefined ? outbox : outbox.where('endpoint').equals(endpoint)).toArray();
  return watch(uid, ask, (entries) => listener(entries.sort((a, b) => a.seq - b.seq)), realTimers);
}

/** What came of asking a server that lost its last days, now and whenever that changes; undefined where it never did. */
export function watchRestored(uid: string, listener: (restored: Restored | undefined) => void): () => void {
  const ask = async ({ notes }: OutboxDb) => {
    const note = await notes.get('restored');
    return note?.k === 'restored' ? note : undefined;
  };
  return watch(uid, ask, listener, realTimers);
}

/** The user has been told of it. */
export async function noteRestoredTold(uid: string): Promise<void> {
  const { dexie, notes } = openOutboxDb(uid);
  await dexie.transaction('rw', notes, async () => {
    const note = await notes.get('restored');
    if (note?.k === 'restored') await notes.put({ ...note, isTold: true });
  });
  dexie.close();
}

/** Whether nothing was ever written here by this user: of a device that was emptied, too. */
export async function isUntouched(uid: string): Promise<boolean> {
  const { dexie, counters } = openOutboxDb(uid);
  try {
    return (await counters.get('seq')) === undefined;
  } finally {
    dexie.close();
  }
}
