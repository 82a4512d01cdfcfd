import type { Table } from 'dexie';
import { type Draft, formOf } from './draft-form.ts';
import { countTold, deleteSent, openOutboxDb } from './outbox/outbox-db.ts';
import { unwrittenDraft } from './outbox/unwritten-draft.ts';
import { isQuotaError } from './read-evict.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** Every call may reject with StorageHangError; a form must work without drafts. */
export type DraftStore = {
  /** Undefined, too, if what it holds is in the outbox or was sent. */
  read(form: string): Promise<Draft | undefined>;
  /**
   * Rejects with the browser's QuotaExceededError, too. No draft gives way to another, however many have photos: the
   * device is their only place, and people were told that they are kept.
   */
  write(draft: Draft): Promise<void>;
  remove(form: string): Promise<void>;
  close(): void;
};

/** Loaded when a device is full: that is seldom. */
async function freeStorageLazily(uid: string): Promise<boolean> {
  const { makeRoom } = await import('./make-room.ts');
  return makeRoom(uid, true);
}

/**
 * Opens the drafts of this user. They share the outbox's database: both hold what the user has written, separate from
 * cached reads, which may be evicted.
 */
export function openDrafts(uid: string, timers: Timers = realTimers, freeStorage = freeStorageLazily): DraftStore {
  const { dexie: db, outbox, history } = openOutboxDb(uid);
  const drafts: Table<Draft, string> = db.table('drafts');
  const unwritten = (form: string) =>
    db.transaction('rw', drafts, outbox, history, () => unwrittenDraft({ outbox, history }, drafts, form));
  const guard = createGuard(db, timers);
  const put = (draft: Draft) => guard(() => drafts.put(draft), WRITE_LIMIT_MS);
  return {
    // Most forms have none, and wait for nothing else.
    read: async (form) =>
      (await guard(() => drafts.get(form), READ_LIMIT_MS)) && guard(() => unwritten(form), READ_LIMIT_MS),
    write: async (draft) => {
      try {
        await put(draft);
      } catch (error) {
        // What the server has as well gives way to what a person wrote. Even if that hangs, the first error is told.
        if (!isQuotaError(error) || !(await freeStorage(uid).catch(() => false))) throw error;
        await put(draft);
      }
    },
    remove: (form) => guard(() => drafts.delete(form), WRITE_LIMIT_MS),
    close: () => db.close(),
  };
}

/** Names of the forms with drafts of this user, and how many writes are queued. */
export async function findUnsent(
  uid: string,
  timers: Timers = realTimers,
): Promise<{ drafts: string[]; unsent: number }> {
  const { dexie, outbox } = openOutboxDb(uid);
  const drafts: Table<Draft, string> = dexie.table('drafts');
  const find = async () => {
    const forms = new Set((await drafts.toCollection().primaryKeys()).map(formOf));
    return { drafts: [...forms], unsent: await countTold(outbox) };
  };
  try {
    return await createGuard(dexie, timers)(find, READ_LIMIT_MS);
  } finally {
    dexie.close();
  }
}

/** Deletes the drafts of this user; the outbox stays. */
export async function deleteDrafts(uid: string): Promise<void> {
  const { dexie } = openOutboxDb(uid);
  await dexie.table('drafts').clear();
  dexie.close();
  await deleteSent(uid);
}
