import type { Table } from 'dexie';
import type { Draft } from '../draft-form.ts';
import { realTimers, type Timers } from '../timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from '../with-timeout.ts';
import { adoptInstance } from './adopt-instance.ts';
import { type Decisions, decisionsOf } from './decisions.ts';
import { isOfSameForm, rebasedOn } from './edits-behind.ts';
import { entriesToExport, type ToExport } from './entries-to-export.ts';
import { type Entry, type HistoryItem, type Receipt, unsent } from './entry.ts';
import { isCreation } from './followers.ts';
import { inPlaceOf, mergedEdits, readEdit } from './merge-edits.ts';
import { type OutboxDb, openOutboxDb } from './outbox-db.ts';
import { takeIn } from './take-in.ts';
import { findEdited, leave, takePlace } from './take-place.ts';

/** The fields that the caller provides for a write; the outbox sets the rest. */
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
  /** Lanes whose first entry must be sent before, if it is a queued creation. */
  after: readonly string[];
};

/** A write to be queued, with its blob and id. */
type NamedEntry = { id: string; wish: NewEntry; blob: Blob | undefined };

/** The fields that a drain updates after a failed attempt. */
type Setback = Pick<Entry, 'state' | 'attempts' | 'serverErrors' | 'nextAt' | 'mustWait' | 'lastError'>;

/**
 * The outbox of one user on this device. An entry leaves only in the transaction that stores the server's receipt or
 * the user's decision. Every call may reject with StorageHangError, `put` also with the browser's QuotaExceededError.
 */
export type OutboxStore = Decisions & {
  /** Stores the write and its `beside` in one transaction; afterwards only a loss of the device can lose it. */
  put(wish: NewEntry, blob?: Blob, id?: string, beside?: readonly NamedEntry[]): Promise<Entry>;
  /** Entries in the order in which they were made; after `seq` and at most `most`, if given. */
  entries(afterSeq?: number, most?: number): Promise<Entry[]>;
  /** All entries for a file, and the photos in open forms; later edits are not merged into them. */
  entriesToExport(): Promise<ToExport>;
  find(id: string): Promise<Entry | undefined>;
  blobOf(id: string): Promise<Blob | undefined>;
  count(): Promise<number>;
  /** Marks a queued entry as being sent; null when it is not queued any more, or not yet the next. */
  claim(id: string): Promise<{ entry: Entry; blob: Blob | undefined } | null>;
  /** Queues again what was being sent when the last drain was interrupted. Only the holder of the lock may call it. */
  recover(): Promise<void>;
  setBack(id: string, setback: Setback): Promise<void>;
  /** Stores the server's receipt and removes the entry. */
  finish(id: string, receipt: Receipt, doneAt: number): Promise<void>;
  /** Imports the entries of a file behind those already queued, in their order; returns how many were new. */
  takeIn(entries: readonly Entry[], blobs: ReadonlyMap<string, Blob>): Promise<number>;
  history(): Promise<HistoryItem[]>;
  findDone(id: string): Promise<HistoryItem | undefined>;
  /** Id of the server's database that has the sent writes; undefined before the first. */
  instance(): Promise<string | undefined>;
  /** Ids of the writes sent since then, epoch ms of the device. */
  sentSince(at: number): Promise<string[]>;
  /**
   * Stores the id of the server's database and queues the writes that it lacks again, with their old ids and
   * positions.
   */
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
  return {
    // The id is made before the transaction: a retry after a reopened connection is then still the same entry.
    put: (wish, blob, id = crypto.randomUUID(), beside = []) => {
      const all: [NamedEntry, ...NamedEntry[]] = [{ id, wish, blob }, ...beside];
      // A user waits for it: lock and write only the stores that are needed.
      const stores = [outbox, history, db.counters, ...(all.some((one) => one.blob) ? [blobs] : [])];
      return guard(() => dexie.transaction('rw', stores, () => putTogether(db, uid, all)), WRITE_LIMIT_MS);
    },
    entries: (afterSeq = -1, most = Number.POSITIVE_INFINITY) =>
      read(() => outbox.where('seq').above(afterSeq).limit(most).toArray()),
    entriesToExport: () => write(() => entriesToExport(db, drafts)),
    find: (id) => read(() => outbox.get(id)),
    blobOf: async (id) => (await read(() => blobs.get(id)))?.blob,
    count: () => read(() => outbox.count()),
    claim: async (id) => {
      const claimed = await write(async () => {
        const entry = await outbox.get(id);
        if (entry?.state !== 'queued') return null;
        const marked: Entry = { ...entry, state: 'sending', attempts: entry.attempts + 1 };
        await outbox.put(marked);
        return { entry: marked, blob: marked.body === null ? (await blobs.get(id))?.blob : undefined };
      });
      // After the transaction, which stays as short as it can be: WebKit was seen to hang on longer ones. Whatever comes
      // ahead of the entry from here on comes too late, as if it had been sent.
      if (!claimed || !(await read(() => mustFollow(db, id)))) return claimed;
      await write(() => outbox.update(id, { state: 'queued', attempts: claimed.entry.attempts - 1 }));
      return null;
    },
    recover: async () => {
      await write(() => outbox.where('state').equals('sending').modify({ state: 'queued' }));
    },
    setBack: async (id, setback) => {
      await write(() => outbox.update(id, setback));
    },
    finish: (id, receipt, doneAt) =>
      write(async () => {
        const entry = await outbox.get(id);
        if (entry) await leave(db, entry, { doneAt, ending: 'sent', receipt });
      }),
    takeIn: (entries, bytes) => write(() => takeIn(db, uid, entries, bytes)),
    ...decisionsOf(db, drafts, write),
    ...readsOfHistory(db, read),
    settleInstance: (instance, lacking, at) => write(() => adoptInstance(db, instance, lacking, at)),
    close: () => dexie.close(),
  };
}

/**
 * Whether something waits that must be sent before: since a drain read the queue, an edited write may have taken a place
 * ahead of this one, or the place of what it hangs on.
 */
async function mustFollow({ outbox }: OutboxDb, id: string): Promise<boolean> {
  const entry = await outbox.get(id);
  // Discarded together with what it hangs on.
  if (!entry) return true;
  const same = await outbox.where('lane').equals(entry.lane).toArray();
  if (same.some(({ seq }) => seq < entry.seq)) return true;
  const awaited = await outbox.bulkGet([...entry.dependsOn]);
  return awaited.some((other) => other !== undefined);
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

/** Returns the first entry. */
async function putTogether(
  db: OutboxDb,
  uid: string,
  [first, ...beside]: readonly [NamedEntry, ...NamedEntry[]],
): Promise<Entry> {
  const entry = await putIn(db, uid, first);
  for (const one of beside) await putIn(db, uid, one);
  return entry;
}

/**
 * Reads everything in parallel and then writes everything in parallel: a user waits for each round trip to the
 * storage.
 */
async function putIn(db: OutboxDb, uid: string, { id, wish: { after, ...wish }, blob }: NamedEntry): Promise<Entry> {
  const { outbox, blobs, counters } = db;
  const lane = wish.lane ?? id;
  const inLane = (name: string) => outbox.where('lane').equals(name).sortBy('seq');
  const [already, counter, lanes, edited] = await Promise.all([
    inLane(lane),
    counters.get('seq'),
    Promise.all(after.map(inLane)),
    findEdited(db, { ...wish, lane }),
  ]);
  // A retry after a reopened connection.
  const before = already.find((entry) => entry.id === id);
  if (before) return before;
  const ahead = edited ? already.filter(({ seq }) => seq < edited.seq) : already;
  const last = edited ? undefined : ahead.at(-1);
  const wished = readEdit(wish.body);
  const replaced = edited && readEdit(edited.body);
  const mine = wished && replaced ? inPlaceOf(wished, replaced) : wished;
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
  const seq = edited?.seq ?? (counter?.v ?? 0) + 1;
  const rebased = mine && ahead.filter((entry) => isOfSameForm(entry, wish)).reduce(rebasedOn, mine);
  const entry: Entry = {
    ...wish,
    id,
    uid,
    seq,
    lane,
    body: rebased ? JSON.stringify(rebased) : wish.body,
    dependsOn: lanes.flatMap(([first]) => (first && isCreation(first) ? [first.id] : [])),
    ...unsent,
  };
  await Promise.all([
    edited
      ? takePlace(db, edited, entry, wish.deviceClock)
      : Promise.all([counters.put({ k: 'seq', v: seq }), outbox.put(entry)]),
    ...(blob ? [blobs.put({ id, blob })] : []),
  ]);
  return entry;
}
