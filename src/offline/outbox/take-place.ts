import { changeThoseBehind } from './edits-behind.ts';
import type { Entry, HistoryItem } from './entry.ts';
import { withEarlier, withoutEarlier } from './merge-edits.ts';
import type { OutboxDb } from './outbox-db.ts';
import { pruneDonePhotos, pruneHistory } from './prune-history.ts';

/** The entry that is being edited in the form from which this write comes; undefined if there is none. */
export async function findEdited(
  { outbox }: OutboxDb,
  { endpoint, lane, origin }: Pick<Entry, 'endpoint' | 'lane' | 'origin'>,
): Promise<Entry | undefined> {
  const edited = await outbox.where('state').equals('editing').toArray();
  return edited.find(
    (entry) =>
      entry.endpoint === endpoint &&
      origin !== null &&
      entry.origin?.form === origin.form &&
      // An entry in a lane of its own was made before its things had an id of the device.
      (entry.lane === lane || entry.lane === entry.id),
  );
}

/**
 * Puts an entry in the place of another: later edits, which were based on its result, and what waits for it follow.
 * Within a transaction of outbox and history.
 */
export async function takePlace(db: OutboxDb, entry: Entry, next: Entry, doneAt: number): Promise<void> {
  const { outbox, history } = db;
  await history.put({ id: entry.id, entry, doneAt, ending: 'replaced', receipt: null });
  await outbox.delete(entry.id);
  await outbox.put(next);
  await changeThoseBehind(db, entry, withoutEarlier);
  await changeThoseBehind(db, next, withEarlier);
  const swap = (id: string) => (id === entry.id ? next.id : id);
  await outbox
    .filter(({ dependsOn }) => dependsOn.includes(entry.id))
    .modify((other) => {
      other.dependsOn = other.dependsOn.map(swap);
    });
}

/** Moves an entry to the history. Within a transaction. */
export async function leave(db: OutboxDb, entry: Entry, item: Omit<HistoryItem, 'id' | 'entry'>): Promise<void> {
  await db.history.put({ id: entry.id, entry, ...item });
  await db.outbox.delete(entry.id);
  if (item.ending !== 'sent') await changeThoseBehind(db, entry, withoutEarlier);
  // A discard can be undone for a while, and a sent write may have to be sent again, including its bytes.
  else if (entry.body === null) await pruneDonePhotos(db, item.doneAt);
  await pruneHistory(db, item.doneAt);
}
