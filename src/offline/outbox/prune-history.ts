import { DAY_MS } from '#contract/time/time.ts';
import { isQuietLane } from '#contract/wire/quiet-lane.ts';
import type { HistoryItem } from './entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/** How many writes that a person sent are kept for display. */
const KEPT_SENT = 200;
/** How many others are kept: discarded, replaced, or sent by the app itself. They take no place of the above. */
const KEPT_OTHERS = 50;
/** Younger entries are all kept, ms: a server that was restored from a backup is asked about them. */
export const VERIFIED_MS = 7 * DAY_MS;
/** What is old is looked for once in so many additions, not with every entry of a long drain. */
const SLACK_ITEMS = 50;
/** How many sent photos keep their bytes for as long, to be sent again: 16 MB at most. */
const KEPT_PHOTOS = 40;

/** Whether a person sent it: not what was discarded or replaced, or what the app notes by itself, as that a post was read. */
const isSentByPerson = ({ ending, entry }: HistoryItem) => ending === 'sent' && !isQuietLane(entry.lane);

/** The last writes that a person sent, of history with the newest first. */
export const lastSent = (items: readonly HistoryItem[]) => items.filter(isSentByPerson).slice(0, KEPT_SENT);

/** Deletes old history; called within the transaction that adds to it. `now`: epoch ms of the device. */
export async function pruneHistory({ history, blobs }: OutboxDb, now: number): Promise<void> {
  if ((await history.count()) % SLACK_ITEMS !== 0) return;
  // Keys alone: within a week of a long drain nothing is old.
  const old = await history
    .where('doneAt')
    .below(now - VERIFIED_MS)
    .primaryKeys();
  if (old.length === 0) return;
  const items = await history.orderBy('doneAt').reverse().toArray();
  const others = items.filter((item) => !isSentByPerson(item)).slice(0, KEPT_OTHERS);
  const kept = new Set([...lastSent(items), ...others].map(({ id }) => id));
  const gone = old.filter((id) => !kept.has(id));
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
