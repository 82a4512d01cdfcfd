import type { Table } from 'dexie';
import type { Draft } from '../draft-db.ts';
import { type DraftPhoto, photoDraftOf } from '../draft-form.ts';
import type { Entry } from './entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/** Deletes entries that are not being sent, with their bytes and without history: their content is stored elsewhere. */
export async function deleteWaiting({ outbox, blobs }: OutboxDb, ids: readonly string[]): Promise<void> {
  const waiting = (await outbox.bulkGet([...ids])).flatMap((one) => (one && one.state !== 'sending' ? [one.id] : []));
  await outbox.bulkDelete(waiting);
  await blobs.bulkDelete(waiting);
}

/**
 * Turns a write back into a draft of its form; the queued photos of a creation go with it, because the server would
 * refuse them without it. False when it has no form, or another draft exists. Within a transaction.
 */
export async function returnToDraft(
  db: OutboxDb,
  drafts: Table<Draft, string>,
  { id: madeBy, origin }: Entry,
  savedAt: number,
): Promise<boolean> {
  if (!origin || (await drafts.get(origin.form))) return false;
  const { form, values, base } = origin;
  await drafts.put({ form, values: { values, base }, savedAt });
  const photos = await db.outbox
    .filter(({ dependsOn, body, state }) => dependsOn.includes(madeBy) && body === null && state !== 'sending')
    .toArray();
  for (const role of new Set(photos.map(roleOf))) {
    const chosen: DraftPhoto[] = [];
    for (const { id, params, query, createdAt } of photos.filter((one) => roleOf(one) === role)) {
      const blob = (await db.blobs.get(id))?.blob;
      const takenAt = typeof query.takenAt === 'string' ? Date.parse(query.takenAt) : createdAt;
      if (blob) chosen.push({ id: String(params.id), blob, takenAt });
    }
    await drafts.put({ form: photoDraftOf(form, role), values: chosen, savedAt });
  }
  await deleteWaiting(
    db,
    photos.map(({ id }) => id),
  );
  return true;
}

const roleOf = ({ query }: Pick<Entry, 'query'>) => (typeof query.role === 'string' ? query.role : undefined);
