import { Dexie, type Table } from 'dexie';
import { closeOnVersionChange } from '../close-on-version-change.ts';
import type { Entry, HistoryItem } from './entry.ts';

const NAME_PREFIX = 'onsil-outbox-';

const outboxDbName = (uid: string) => NAME_PREFIX + uid;

type CounterRow = { k: 'seq'; v: number };
/** What the device knows of the server's history; in the table of counters, for a schema of this database only grows. */
type NoteRow = { k: 'instance'; instance: string } | ({ k: 'restored' } & Restored);

/** What came of asking a server whose database was replaced by an older copy. */
export type Restored = {
  /** Epoch ms of the device. */
  at: number;
  /** Writes that it lacked and that are sent again. */
  again: number;
  /** Photos that it lacked and whose bytes are on this device no longer. */
  lost: number;
  /** Somebody was told. */
  isTold: boolean;
};

/** The bytes that an entry sends. */
type BlobRow = { id: string; blob: Blob };

export type OutboxDb = {
  dexie: Dexie;
  outbox: Table<Entry, string>;
  history: Table<HistoryItem, string>;
  blobs: Table<BlobRow, string>;
  counters: Table<CounterRow, string>;
  notes: Table<NoteRow, string>;
};

/** Whether this user has ever written anything on this device; looking leaves nothing behind. */
export const hasOutbox = (uid: string) => Dexie.exists(outboxDbName(uid));

/** How many writes other users of this device have not sent; whose they are is not told. */
export async function countUnsentOfOthers(uid: string): Promise<number> {
  const others = (await Dexie.getDatabaseNames()).flatMap((name) =>
    name.startsWith(NAME_PREFIX) && name !== outboxDbName(uid) ? [name.slice(NAME_PREFIX.length)] : [],
  );
  const counts = await Promise.all(others.map(countUnsent));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countUnsent(uid: string): Promise<number> {
  const { dexie, outbox } = openOutboxDb(uid);
  try {
    return await outbox.count();
  } finally {
    dexie.close();
  }
}

/** Gives up what this user has written and not sent. */
export async function forgetUnsent(uid: string): Promise<void> {
  const { dexie, outbox, blobs } = openOutboxDb(uid);
  await dexie.transaction('rw', outbox, blobs, async () => {
    await outbox.clear();
    await blobs.clear();
  });
  dexie.close();
}

/** The user leaves the device: nothing of theirs stays but what they have written and not sent. */
export async function forgetSent(uid: string): Promise<void> {
  if (!(await hasOutbox(uid))) return;
  const { dexie, outbox } = openOutboxDb(uid);
  const left = (await outbox.count()) + (await dexie.table('drafts').count());
  dexie.close();
  if (left === 0) await Dexie.delete(outboxDbName(uid));
}

/**
 * Opens what this user has written on this device. Changes of its schema are additive only: what an older release put
 * in is read by every newer one. A transaction is over when the disk has it, not when the system was told.
 */
export function openOutboxDb(uid: string): OutboxDb {
  const dexie = new Dexie(outboxDbName(uid), { chromeTransactionDurability: 'strict' });
  dexie.version(1).stores({ drafts: '&form' });
  dexie.version(2).stores({ outbox: '&id, seq, lane, endpoint', history: '&id, doneAt', blobs: '&id', counters: '&k' });
  // What was being sent when a drain was cut off is found without reading all that waits.
  dexie.version(3).stores({ outbox: '&id, seq, lane, endpoint, state' });
  closeOnVersionChange(dexie);
  return {
    dexie,
    outbox: dexie.table('outbox'),
    history: dexie.table('history'),
    blobs: dexie.table('blobs'),
    counters: dexie.table('counters'),
    notes: dexie.table('counters'),
  };
}
