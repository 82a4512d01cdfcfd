import { DAY_MS } from '#contract/time/time.ts';
import type { OutboxDb } from './outbox-db.ts';

/** So many of what was sent are kept to be looked at. */
const KEPT_ITEMS = 200;
/** What is younger is kept however many they are: a server that was restored from a backup is asked about it. */
const VERIFIED_MS = 7 * DAY_MS;
/** Tidying looks at everything, so that a long drain does not do it after each entry. */
const SLACK_ITEMS = 50;

/** Forgets what left long ago; called within the transaction that adds to it. `now`: epoch ms of the device. */
export async function pruneHistory({ history, blobs }: OutboxDb, now: number): Promise<void> {
  const excess = (await history.count()) - KEPT_ITEMS;
  if (excess < SLACK_ITEMS) return;
  const oldest = await history.orderBy('doneAt').limit(excess).toArray();
  const gone = oldest.filter(({ doneAt }) => doneAt < now - VERIFIED_MS).map(({ id }) => id);
  await history.bulkDelete(gone);
  await blobs.bulkDelete(gone);
}
