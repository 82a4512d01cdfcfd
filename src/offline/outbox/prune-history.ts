import { DAY_MS } from '#contract/time/time.ts';
import type { OutboxDb } from './outbox-db.ts';

/** How many sent entries are kept for display. */
const KEPT_ITEMS = 200;
/** Younger entries are all kept, ms: a server that was restored from a backup is asked about them. */
export const VERIFIED_MS = 7 * DAY_MS;
/** What is old is deleted so many at a time, not with every entry of a long drain. */
const SLACK_ITEMS = 50;
/** How many sent photos keep their bytes for as long, to be sent again: 16 MB at most. */
const KEPT_PHOTOS = 40;

/** Deletes old history; called within the transaction that adds to it. `now`: epoch ms of the device. */
export async function pruneHistory({ history, blobs }: OutboxDb, now: number): Promise<void> {
  const excess = (await history.count()) - KEPT_ITEMS;
  if (excess < SLACK_ITEMS) return;
  // Keys alone: within a week of a long drain there is an excess and nothing old.
  const old = history.where('doneAt').below(now - VERIFIED_MS);
  const gone = await old.limit(excess).primaryKeys();
  await history.bulkDelete(gone);
  await blobs.bulkDelete(gone);
}

/**
 * Deletes the bytes of photos that are done with: of all that were discarded, for whoever takes that back still has them,
 * and of those that were sent except the newest. Within a transaction.
 */
export async function pruneDonePhotos({ history, blobs }: OutboxDb, now: number, most = KEPT_PHOTOS): Promise<void> {
  const ids = await blobs.toCollection().primaryKeys();
  const done = (await history.bulkGet(ids)).flatMap((item) => item ?? []);
  const discarded = done.filter(({ ending }) => ending === 'discarded');
  const sent = done.filter(({ ending }) => ending === 'sent').sort((a, b) => b.doneAt - a.doneAt);
  const old = sent.filter(({ doneAt }, at) => at >= most || doneAt < now - VERIFIED_MS);
  await blobs.bulkDelete([...discarded, ...old].map(({ id }) => id));
}
