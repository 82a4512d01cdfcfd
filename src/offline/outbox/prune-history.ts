import { DAY_MS } from '#contract/time/time.ts';
import type { OutboxDb } from './outbox-db.ts';

/** So many of what was sent are kept to be looked at. */
const KEPT_ITEMS = 200;
/** What is younger is kept however many they are, ms: a server that was restored from a backup is asked about it. */
export const VERIFIED_MS = 7 * DAY_MS;
/** Tidying looks at everything, so that a long drain does not do it after each entry. */
const SLACK_ITEMS = 50;
/** Of so many photos that were sent the bytes stay as long, to be sent again: 16 MB at most. */
const KEPT_PHOTOS = 40;

/** Forgets what left long ago; called within the transaction that adds to it. `now`: epoch ms of the device. */
export async function pruneHistory({ history, blobs }: OutboxDb, now: number): Promise<void> {
  const excess = (await history.count()) - KEPT_ITEMS;
  if (excess < SLACK_ITEMS) return;
  const oldest = await history.orderBy('doneAt').limit(excess).toArray();
  const gone = oldest.filter(({ doneAt }) => doneAt < now - VERIFIED_MS).map(({ id }) => id);
  await history.bulkDelete(gone);
  await blobs.bulkDelete(gone);
}

/** Lets go of the bytes of photos that were sent, but for the newest few. Within a transaction. */
export async function pruneSentPhotos({ history, blobs }: OutboxDb, now: number, most = KEPT_PHOTOS): Promise<void> {
  const ids = await blobs.toCollection().primaryKeys();
  const sent = (await history.bulkGet(ids))
    .flatMap((item) => (item?.ending === 'sent' ? [item] : []))
    .sort((a, b) => b.doneAt - a.doneAt);
  const gone = sent.filter(({ doneAt }, at) => at >= most || doneAt < now - VERIFIED_MS);
  await blobs.bulkDelete(gone.map(({ id }) => id));
}
