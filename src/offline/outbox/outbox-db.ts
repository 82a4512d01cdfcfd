import { Dexie, type Table } from 'dexie';
import { QUIET_LANES } from '#contract/wire/quiet-lane.ts';
import { sharedDatabase } from '../shared-database.ts';
import type { Entry, HistoryItem } from './entry.ts';

const NAME_PREFIX = 'onsil-outbox-';

/** The index of the history that finds the writes to one endpoint without reading the others. */
export const BY_ENDPOINT = '[entry.endpoint+doneAt]';

export const outboxDbName = (uid: string) => NAME_PREFIX + uid;

type CounterRow = { k: 'seq'; v: number };
/** What the device knows of the server's history; stored in the table of counters, because this schema only grows. */
type NoteRow = { k: 'instance'; instance: string } | ({ k: 'restored' } & Restored);

/** The result of checking a server whose database was replaced by an older copy. */
export type Restored = {
  /** Epoch ms of the device. */
  at: number;
  /** Writes that the server lacked and that are sent again. */
  again: number;
  /** Photos that the server lacked and whose bytes are no longer on this device. */
  lost: number;
  /** Whether the user was told. */
  isTold: boolean;
};

/** The blob that an entry sends. */
type BlobRow = { id: string; blob: Blob };

export type OutboxDb = {
  dexie: Dexie;
  outbox: Table<Entry, string>;
  history: Table<HistoryItem, string>;
  blobs: Table<BlobRow, string>;
  counters: Table<CounterRow, string>;
  notes: Table<NoteRow, string>;
};

/** Whether this user ever wrote anything on this device; the check creates no database. */
export async function hasOutbox(uid: string): Promise<boolean> {
  return (await Dexie.getDatabaseNames()).includes(outboxDbName(uid));
}

/** How many writes of other users on this device are unsent; it does not say whose. */
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
    return await countTold(outbox);
  } finally {
    dexie.close();
  }
}

/** How many writes of a person are unsent; what the app notes by itself is not worth a word. Reads no entry. */
export async function countTold(outbox: OutboxDb['outbox']): Promise<number> {
  const quiet = outbox.where('lane').startsWith(QUIET_LANES);
  const [all, untold] = await Promise.all([outbox.count(), quiet.count()]);
  return all - untold;
}

/** Deletes the unsent writes of this user. */
export async function deleteUnsent(uid: string): Promise<void> {
  const { dexie, outbox, blobs } = openOutboxDb(uid);
  await dexie.transaction('rw', outbox, blobs, async () => {
    await outbox.clear();
    await blobs.clear();
  });
  dexie.close();
}

/**
 * The user leaves the device: deletes everything if nothing is unsent. In one transaction, and not with the database:
 * another window may be keeping a write just then, and a deletion cannot be taken back when it has come in between.
 */
export async function deleteSent(uid: string): Promise<void> {
  if (!(await hasOutbox(uid))) return;
  const { dexie, outbox } = openOutboxDb(uid);
  await dexie.transaction('rw', dexie.tables, async () => {
    const left = (await countTold(outbox)) + (await dexie.table('drafts').count());
    if (left === 0) await Promise.all(dexie.tables.map((table) => table.clear()));
  });
  dexie.close();
}

/**
 * Opens this user's outbox database. Schema changes are additive only: every newer release can read an older one's
 * entries. A transaction completes when the data is on the disk (durability 'strict').
 */
export function openOutboxDb(uid: string): OutboxDb {
  const dexie = sharedDatabase(outboxDbName(uid), { chromeTransactionDurability: 'strict' });
  dexie.version(1).stores({ drafts: '&form' });
  dexie.version(2).stores({ outbox: '&id, seq, lane, endpoint', history: '&id, doneAt', blobs: '&id', counters: '&k' });
  // The index on `state` finds interrupted entries without reading the whole queue.
  dexie.version(3).stores({ outbox: '&id, seq, lane, endpoint, state' });
  dexie.version(4).stores({ history: `&id, doneAt, ${BY_ENDPOINT}` });
  return {
    dexie,
    outbox: dexie.table('outbox'),
    history: dexie.table('history'),
    blobs: dexie.table('blobs'),
    counters: dexie.table('counters'),
    notes: dexie.table('counters'),
  };
}
