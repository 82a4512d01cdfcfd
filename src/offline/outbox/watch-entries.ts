import { liveQuery } from 'dexie';
import type { Entry } from './entry.ts';
import { countUnsentOfOthers, openOutboxDb, type Restored } from './outbox-db.ts';

/** How many writes wait, now and whenever that changes; else as `watchEntries`. */
export function watchCount(uid: string, listener: (count: number) => void): () => void {
  const { dexie, outbox } = openOutboxDb(uid);
  const { unsubscribe } = liveQuery(() => outbox.count()).subscribe({ next: listener, error: () => {} });
  return () => {
    unsubscribe();
    dexie.close();
  };
}

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
 * given (`POST /api/crops`). Answers how to stop. A storage that does not answer tells nothing.
 */
export function watchEntries(
  uid: string,
  listener: (entries: readonly Entry[]) => void,
  endpoint?: string,
): () => void {
  const { dexie, outbox } = openOutboxDb(uid);
  const wanted = () => (endpoint === undefined ? outbox : outbox.where('endpoint').equals(endpoint));
  const { unsubscribe } = liveQuery(() => wanted().toArray()).subscribe({
    next: (entries) => listener(entries.sort((a, b) => a.seq - b.seq)),
    error: () => {},
  });
  return () => {
    unsubscribe();
    dexie.close();
  };
}

/** What came of asking a server that lost its last days, now and whenever that changes; undefined where it never did. */
export function watchRestored(uid: string, listener: (restored: Restored | undefined) => void): () => void {
  const { dexie, notes } = openOutboxDb(uid);
  const found = async () => {
    const note = await notes.get('restored');
    return note?.k === 'restored' ? note : undefined;
  };
  const { unsubscribe } = liveQuery(found).subscribe({ next: listener, error: () => {} });
  return () => {
    unsubscribe();
    dexie.close();
  };
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
