import type { Table } from 'dexie';
import type { Draft } from '../draft-form.ts';
import { changeThoseBehind } from './edits-behind.ts';
import { type Entry, isParked, unsent } from './entry.ts';
import { followersOf, isCreation } from './followers.ts';
import { withEarlier, withoutEarlier } from './merge-edits.ts';
import type { OutboxDb } from './outbox-db.ts';
import { pruneHistory } from './prune-history.ts';
import { leave, takePlace } from './take-place.ts';
import { deleteWaiting, makeDraft, makeNewDraft } from './to-draft.ts';

/** Whether the server has stored its refusal, and repeats it to the same key (isFinal in server/http/write.ts). */
function isRepeated({ state, lastError }: Entry): boolean {
  return state === 'refused' && (lastError?.status === 409 || lastError?.status === 422);
}

/** A discarded entry, as it can be restored. */
type Discarded = { left: Entry; blob: Blob | undefined };

/** What the user decides about entries; as for all of the outbox, every call may reject with StorageHangError. */
export type Decisions = {
  /**
   * Removes an entry that the user discarded or replaced; null when it has been sent or is being sent. Entries queued
   * `beside` it that are not being sent are deleted without history: the form still has their content. A replaced one
   * on which others hang is held, as by `toDraft`.
   */
  discard(
    id: string,
    doneAt: number,
    ending?: 'discarded' | 'replaced',
    beside?: readonly string[],
  ): Promise<Entry | null>;
  /**
   * Discards an entry and what the server would refuse without it, in one transaction: no drain may send that meanwhile.
   * Empty when it has been sent or is being sent.
   */
  discardWithFollowers(id: string, doneAt: number): Promise<Discarded[]>;
  /**
   * Makes a write a draft of its form, and holds it until the form is sent: that write takes its place, and what hangs
   * on it waits meanwhile. False when it is being sent, has no form, or another draft exists.
   */
  toDraft(id: string, savedAt: number): Promise<boolean>;
  /**
   * Replaces an edit of something that is gone, and the photos of it, by a draft of the form for a new one. False when
   * it does not wait for the user, that form is not known, or another draft exists there.
   */
  toNewDraft(id: string, savedAt: number): Promise<boolean>;
  /**
   * Queues an entry that waits again at its position, to be tried at once; not one that is open in its form. Where the
   * server would repeat what it refused, it goes as another write, under the id that is returned.
   */
  requeue(id: string, doneAt: number, next?: string): Promise<string>;
  /**
   * Queues an entry that is open in its form as it was written; what was typed there since stays a draft. Not a creation,
   * whose photos are in the form.
   */
  giveUpEditing(id: string): Promise<void>;
  /**
   * Resolves a conflict: another entry with this body (JSON) and a new idempotency key takes its place. False when it
   * is not a conflict any more.
   */
  settle(id: string, body: string, doneAt: number): Promise<boolean>;
  /** Undoes a discard: the entry returns to its position. */
  restore(entry: Entry, blob?: Blob): Promise<void>;
};

/** What changes in an entry that is to be tried at once. */
const again = { state: 'queued', nextAt: 0, mustWait: false, serverErrors: 0 } as const;

/** The user's decisions on an entry. */
export function decisionsOf(
  db: OutboxDb,
  drafts: Table<Draft, string>,
  write: <T>(op: () => PromiseLike<T>) => Promise<T>,
): Decisions {
  const { outbox, history, blobs } = db;
  return {
    discard: (id, doneAt, ending = 'discarded', beside = []) =>
      write(async () => {
        const entry = await outbox.get(id);
        // A retry after a reopened connection: it may have been done already.
        if (!entry) return await history.get(id).then((left) => (left?.ending === ending ? left.entry : null));
        if (entry.state === 'sending') return null;
        await deleteWaiting(db, beside);
        // The form will be sent again: what hangs on it must not be sent before.
        const isAwaited = ending === 'replaced' && followersOf(entry, await outbox.orderBy('seq').toArray()).length > 0;
        if (isAwaited) await outbox.update(id, { state: 'editing' });
        else await leave(db, entry, { doneAt, ending, receipt: null });
        return entry;
      }),
    discardWithFollowers: (id, doneAt) => write(() => discardTogether(db, id, doneAt)),
    toDraft: (id, savedAt) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (!entry || entry.state === 'sending' || !(await makeDraft(db, drafts, entry, savedAt))) return false;
        await outbox.update(id, { state: 'editing' });
        return true;
      }),
    toNewDraft: (id, savedAt) =>
      write(async () => {
        const entry = await outbox.get(id);
        // A retry after a reopened connection: it may have been done already.
        if (!entry) return (await history.get(id))?.ending === 'replaced';
        if (!isParked(entry) || !(await makeNewDraft(db, drafts, entry, savedAt))) return false;
        await leave(db, entry, { doneAt: savedAt, ending: 'replaced', receipt: null });
        return true;
      }),
    requeue: (id, doneAt, next = crypto.randomUUID()) =>
      write(async () => {
        const entry = await outbox.get(id);
        // A retry after a reopened connection: it may have been done already.
        if (!entry) return (await outbox.get(next)) ? next : id;
        // Another window may show it as it was before its form was opened, whose write takes its place.
        if (entry.state === 'sending' || entry.state === 'editing') return id;
        if (!isRepeated(entry)) {
          await outbox.update(id, again);
          return id;
        }
        const bytes = await blobs.get(id);
        if (bytes) await blobs.put({ ...bytes, id: next });
        await takePlace(db, entry, { ...entry, ...unsent, id: next }, doneAt);
        await blobs.delete(id);
        return next;
      }),
    giveUpEditing: (id) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (entry?.state !== 'editing' || isCreation(entry)) return;
        if (entry.origin) await drafts.update(entry.origin.form, { isAsked: false });
        await outbox.update(id, again);
      }),
    settle: (id, body, doneAt) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (entry?.state !== 'conflict') return false;
        await takePlace(db, entry, { ...entry, ...unsent, id: crypto.randomUUID(), body }, doneAt);
        return true;
      }),
    restore: (entry, blob) =>
      write(async () => {
        await history.delete(entry.id);
        await outbox.put(entry);
        await changeThoseBehind(db, entry, withEarlier);
        if (blob) await blobs.put({ id: entry.id, blob });
      }),
  };
}

async function discardTogether(db: OutboxDb, id: string, doneAt: number): Promise<Discarded[]> {
  const { outbox, history, blobs } = db;
  const entry = await outbox.get(id);
  if (entry?.state === 'sending') return [];
  const left = entry ? [entry, ...followersOf(entry, await outbox.orderBy('seq').toArray())] : [];
  if (!entry) {
    // A retry after a reopened connection: it may have been done already.
    const items = await history.where('doneAt').equals(doneAt).toArray();
    left.push(...items.flatMap((item) => (item.ending === 'discarded' ? [item.entry] : [])));
  }
  const ids = left.map((one) => one.id);
  const bytes = await blobs.bulkGet(ids);
  if (entry) {
    const gone = { doneAt, ending: 'discarded', receipt: null } as const;
    await history.bulkPut(left.map((one) => ({ id: one.id, entry: one, ...gone })));
    await outbox.bulkDelete(ids);
    await changeThoseBehind(db, entry, withoutEarlier);
    await pruneHistory(db, doneAt);
  }
  return left.map((one, at) => ({ left: one, blob: bytes[at]?.blob }));
}
