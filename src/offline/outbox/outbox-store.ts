import type { Table } from 'dexie';
import type { Draft } from '../draft-db.ts';
import { realTimers, type Timers } from '../timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from '../with-timeout.ts';
import type { Entry, HistoryItem, Receipt } from './entry.ts';
import { mergedEdits, readEdit, rebasedEdit, withEarlier, withoutEarlier } from './merge-edits.ts';
import { type OutboxDb, openOutboxDb } from './outbox-db.ts';
import { pruneHistory, pruneSentPhotos } from './prune-history.ts';
import { settleInstance } from './settle-instance.ts';
import { forgetWaiting, giveBack } from './to-draft.ts';

/** What a write brings when it is put in; the rest an entry has from the outbox. */
export type NewEntry = Pick<
  Entry,
  | 'endpoint'
  | 'method'
  | 'path'
  | 'params'
  | 'query'
  | 'origin'
  | 'noun'
  | 'summary'
  | 'body'
  | 'payloadVersion'
  | 'build'
  | 'createdAt'
  | 'deviceClock'
  | 'serverOffset'
> & {
  /** Undefined: a lane of its own. */
  lane: string | undefined;
  /** Lanes whose first entry, if it is a creation that still waits, must leave before. */
  after: readonly string[];
};

/** A write that is put in, with its bytes, under its own id. */
type NamedEntry = { id: string; wish: NewEntry; blob: Blob | undefined };

/** What a drain notes about an entry that stays. */
type Setback = Pick<Entry, 'state' | 'attempts' | 'serverErrors' | 'nextAt' | 'mustWait' | 'lastError'>;

/**
 * The outbox of one user on this device. An entry leaves in the transaction that stores the server's receipt or the
 * person's decision, and in no other way. Every call may reject with StorageHangError, `put` also with the browser's
 * QuotaExceededError.
 */
export type OutboxStore = {
  /** One transaction with what stands `beside` it: from its end on the write outlives everything but the device. */
  put(wish: NewEntry, blob?: Blob, id?: string, beside?: readonly NamedEntry[]): Promise<Entry>;
  /** In the order in which they were made; after `seq` and at most so many, if given. */
  entries(afterSeq?: number, most?: number): Promise<Entry[]>;
  find(id: string): Promise<Entry | undefined>;
  blobOf(id: string): Promise<Blob | undefined>;
  count(): Promise<number>;
  /** Marks a queued entry as handed to the network; null when it is not queued any more. */
  claim(id: string): Promise<{ entry: Entry; blob: Blob | undefined } | null>;
  /** Queues again what was being sent when the last drain was cut off. Only for whoever holds the lock. */
  recover(): Promise<void>;
  setBack(id: string, setback: Setback): Promise<void>;
  /** The server has done it. */
  finish(id: string, receipt: Receipt, doneAt: number): Promise<void>;
  /**
   * The person gives it up, or has put another entry in its place; null when it has been sent meanwhile or is just now.
   * What was put in `beside` it and is not on its way goes, too, without a trace: the form has it.
   */
  discard(
    id: string,
    doneAt: number,
    ending?: 'discarded' | 'replaced',
    beside?: readonly string[],
  ): Promise<Entry | null>;
  /**
   * Gives a write back to its form as a draft; false when it is on its way, has no form, or another draft stands there.
   */
  toDraft(id: string, doneAt: number): Promise<boolean>;
  /** Entries of a file, which stand where they stood; answers how many of them were not here. */
  takeIn(entries: readonly Entry[], blobs: ReadonlyMap<string, Blob>): Promise<number>;
  /** Puts a parked or waiting entry back to its place, to be tried at once. */
  requeue(id: string): Promise<void>;
  /**
   * The person has settled a conflict: another entry with this body (JSON) stands in its place, to be sent under a name
   * of its own. False when it is no conflict any more.
   */
  settle(id: string, body: string, doneAt: number): Promise<boolean>;
  /** Undoes a discard: the entry stands where it stood. */
  restore(entry: Entry, blob?: Blob): Promise<void>;
  history(): Promise<HistoryItem[]>;
  findDone(id: string): Promise<HistoryItem | undefined>;
  /** The server's database that has all that left, by its name; undefined before the first. */
  instance(): Promise<string | undefined>;
  /** Names of what was sent since then, epoch ms of the device. */
  sentSince(at: number): Promise<string[]>;
  /** That of the server's database is noted, and what it lacks waits again, under its old names and in its old place. */
  settleInstance(instance: string, lacking: readonly string[], at: number): Promise<void>;
  close(): void;
};

export function openOutbox(uid: string, timers: Timers = realTimers): OutboxStore {
  const db = openOutboxDb(uid);
  const { dexie, outbox, history, blobs } = db;
  const drafts: Table<Draft, string> = dexie.table('drafts');
  const guard = createGuard(dexie, timers);
  const read = <T>(op: () => PromiseLike<T>) => guard(op, READ_LIMIT_MS);
  const write = <T>(op: () => PromiseLike<T>) =>
    guard(() => dexie.transaction('rw', [outbox, history, blobs, db.counters, drafts], op), WRITE_LIMIT_MS);
  const leave = async (entry: Entry, item: Omit<HistoryItem, 'id' | 'entry'>) => {
    await history.put({ id: entry.id, entry, ...item });
    await outbox.delete(entry.id);
    if (item.ending !== 'sent') await changeThoseBehind(db, entry, withoutEarlier);
    // What was given up can be taken back for a while, and what was sent may have to be sent again, bytes and all.
    else if (entry.body === null) await pruneSentPhotos(db, item.doneAt);
    await pruneHistory(db, item.doneAt);
  };
  return {
    // Named before the transaction: repeated after a reopened connection it is still the same entry.
    put: (wish, blob, id = crypto.randomUUID(), beside = []) => {
      const all: [NamedEntry, ...NamedEntry[]] = [{ id, wish, blob }, ...beside];
      // A person waits for it: no other store has to be free, and none that is not needed is written to the disk.
      const stores = [outbox, db.counters, ...(all.some((one) => one.blob) ? [blobs] : [])];
      return guard(() => dexie.transaction('rw', stores, () => putTogether(db, uid, all)), WRITE_LIMIT_MS);
    },
    entries: (afterSeq = -1, most = Number.POSITIVE_INFINITY) =>
      read(() => outbox.where('seq').above(afterSeq).limit(most).toArray()),
    find: (id) => read(() => outbox.get(id)),
    blobOf: async (id) => (await read(() => blobs.get(id)))?.blob,
    count: () => read(() => outbox.count()),
    claim: (id) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (entry?.state !== 'queued') return null;
        const claimed: Entry = { ...entry, state: 'sending', attempts: entry.attempts + 1 };
        await outbox.put(claimed);
        return { entry: claimed, blob: claimed.body === null ? (await blobs.get(id))?.blob : undefined };
      }),
    recover: async () => {
      await write(() => outbox.where('state').equals('sending').modify({ state: 'queued' }));
    },
    setBack: async (id, setback) => {
      await write(() => outbox.update(id, setback));
    },
    finish: (id, receipt, doneAt) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (entry) await leave(entry, { doneAt, ending: 'sent', receipt });
      }),
    discard: (id, doneAt, ending = 'discarded', beside = []) =>
      write(async () => {
        const entry = await outbox.get(id);
        // Repeated after a reopened connection it may have been done.
        if (!entry) return await history.get(id).then((left) => (left?.ending === ending ? left.entry : null));
        if (entry.state === 'sending') return null;
        await leave(entry, { doneAt, ending, receipt: null });
        await forgetWaiting(db, beside);
        return entry;
      }),
    toDraft: (id, doneAt) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (!entry || entry.state === 'sending' || !(await giveBack(db, drafts, entry, doneAt))) return false;
        await leave(entry, { doneAt, ending: 'replaced', receipt: null });
        return true;
      }),
    takeIn: (entries, bytes) => write(() => takeIn(db, uid, entries, bytes)),
    ...decisionsOf(db, write),
    restore: (entry, blob) =>
      write(async () => {
        await history.delete(entry.id);
        await outbox.put(entry);
        await changeThoseBehind(db, entry, withEarlier);
        if (blob) await blobs.put({ id: entry.id, blob });
      }),
    ...readsOfHistory(db, read),
    settleInstance: (instance, lacking, at) => write(() => settleInstance(db, instance, lacking, at)),
    close: () => dexie.close(),
  };
}

type Decisions = Pick<OutboxStore, 'requeue' | 'settle'>;

/** What the person decides of an entry that could not be sent. */
function decisionsOf(db: OutboxDb, write: <T>(op: () => PromiseLike<T>) => Promise<T>): Decisions {
  const { outbox, history } = db;
  return {
    requeue: async (id) => {
      const again = { state: 'queued', nextAt: 0, mustWait: false, serverErrors: 0 } as const;
      await write(async () => {
        const entry = await outbox.get(id);
        if (entry && entry.state !== 'sending') await outbox.update(id, again);
      });
    },
    settle: (id, body, doneAt) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (entry?.state !== 'conflict') return false;
        const settled: Entry = { ...entry, ...unsent, id: crypto.randomUUID(), body };
        await history.put({ id, entry, doneAt, ending: 'replaced', receipt: null });
        await outbox.delete(id);
        await outbox.put(settled);
        // What follows was made from what this one should have left behind.
        await changeThoseBehind(db, entry, withoutEarlier);
        await changeThoseBehind(db, settled, withEarlier);
        const swap = (other: string) => (other === id ? settled.id : other);
        await outbox
          .filter(({ dependsOn }) => dependsOn.includes(id))
          .modify((other) => {
            other.dependsOn = other.dependsOn.map(swap);
          });
        return true;
      }),
  };
}

type HistoryReads = Pick<OutboxStore, 'history' | 'findDone' | 'instance' | 'sentSince'>;

function readsOfHistory({ history, notes }: OutboxDb, read: <T>(op: () => PromiseLike<T>) => Promise<T>): HistoryReads {
  return {
    history: () => read(() => history.orderBy('doneAt').reverse().toArray()),
    findDone: (id) => read(() => history.get(id)),
    instance: async () => {
      const note = await read(() => notes.get('instance'));
      return note?.k === 'instance' ? note.instance : undefined;
    },
    sentSince: (at) =>
      read(() =>
        history
          .where('doneAt')
          .aboveOrEqual(at)
          .filter(({ ending }) => ending === 'sent')
          .primaryKeys(),
      ),
  };
}

/** How an entry begins. */
const unsent = {
  state: 'queued',
  attempts: 0,
  serverErrors: 0,
  nextAt: 0,
  mustWait: false,
  merged: 0,
  lastError: null,
} as const;

/** Answers the first. */
async function putTogether(
  db: OutboxDb,
  uid: string,
  [first, ...beside]: readonly [NamedEntry, ...NamedEntry[]],
): Promise<Entry> {
  const entry = await putIn(db, uid, first);
  for (const one of beside) await putIn(db, uid, one);
  return entry;
}

/** Asks for all it has to know at once, and writes all at once: each turn to the storage is waited for by somebody. */
async function putIn(
  { outbox, blobs, counters }: OutboxDb,
  uid: string,
  { id, wish: { after, ...wish }, blob }: NamedEntry,
): Promise<Entry> {
  const lane = wish.lane ?? id;
  const inLane = (name: string) => outbox.where('lane').equals(name).sortBy('seq');
  const [before, ahead, counter, lanes] = await Promise.all([
    outbox.get(id),
    inLane(lane),
    counters.get('seq'),
    Promise.all(after.map(inLane)),
  ]);
  if (before) return before;
  const last = ahead.at(-1);
  const mine = readEdit(wish.body);
  const earlier = last && isOfSameForm(last, wish) ? readEdit(last.body) : null;
  if (last && mine && earlier && last.state === 'queued' && last.attempts === 0) {
    const merged: Entry = {
      ...last,
      body: JSON.stringify(mergedEdits(earlier, mine)),
      summary: wish.summary,
      merged: last.merged + 1,
    };
    await outbox.put(merged);
    return merged;
  }
  const seq = (counter?.v ?? 0) + 1;
  const rebased = mine && ahead.filter((entry) => isOfSameForm(entry, wish)).reduce(rebasedOn, mine);
  const entry: Entry = {
    ...wish,
    id,
    uid,
    seq,
    lane,
    body: rebased ? JSON.stringify(rebased) : wish.body,
    dependsOn: lanes.flatMap(([first]) => (first?.method === 'POST' ? [first.id] : [])),
    ...unsent,
  };
  await Promise.all([
    counters.put({ k: 'seq', v: seq }),
    outbox.put(entry),
    ...(blob ? [blobs.put({ id, blob })] : []),
  ]);
  return entry;
}

async function takeIn(
  { outbox, history, blobs, counters }: OutboxDb,
  uid: string,
  entries: readonly Entry[],
  bytes: ReadonlyMap<string, Blob>,
): Promise<number> {
  const own = entries.filter((entry) => entry.uid === uid).sort((a, b) => a.seq - b.seq);
  let seq = (await counters.get('seq'))?.v ?? 0;
  let taken = 0;
  for (const entry of own) {
    const isSent = (await history.get(entry.id))?.ending === 'sent';
    if (isSent || (await outbox.get(entry.id))) continue;
    seq += 1;
    taken += 1;
    // It may have been sent from elsewhere: with an attempt behind it nothing is put into it any more.
    await outbox.put({
      ...entry,
      seq,
      state: 'queued',
      attempts: Math.max(1, entry.attempts),
      nextAt: 0,
      mustWait: false,
    });
    const blob = bytes.get(entry.id);
    if (blob) await blobs.put({ id: entry.id, blob });
  }
  await counters.put({ k: 'seq', v: seq });
  return taken;
}

/** What is put into, or upon, another has its fields under the same names. */
const isOfSameForm = (one: Entry, other: Pick<NewEntry, 'endpoint' | 'payloadVersion'>) =>
  one.endpoint === other.endpoint && one.payloadVersion === other.payloadVersion;

/** Has the edits behind an entry of their lane, of which none was sent yet, know of its going or coming back. */
async function changeThoseBehind({ outbox }: OutboxDb, left: Entry, change: ChangeOfEdit) {
  const earlier = readEdit(left.body);
  if (!earlier) return;
  for (const entry of await outbox.where('lane').equals(left.lane).toArray()) {
    const isBehind = entry.seq > left.seq && entry.attempts === 0 && isOfSameForm(entry, left);
    const edit = isBehind && readEdit(entry.body);
    if (edit) await outbox.update(entry.id, { body: JSON.stringify(change(edit, earlier)) });
  }
}
type ChangeOfEdit = typeof withoutEarlier;

/** An edit that follows one that may be on its way begins where that one ends. */
function rebasedOn(edit: NonNullable<ReturnType<typeof readEdit>>, entry: Entry) {
  const earlier = readEdit(entry.body);
  return earlier ? rebasedEdit(earlier, edit) : edit;
}
