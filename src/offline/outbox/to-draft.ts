import type { Table } from 'dexie';
import { type Draft, type DraftPhoto, photoDraftOf } from '../draft-form.ts';
import type { Entry, EntryOrigin } from './entry.ts';
import { readEdit, touchedBy } from './merge-edits.ts';
import type { OutboxDb } from './outbox-db.ts';
import { unwrittenDraft } from './unwritten-draft.ts';

/** Deletes entries that are not being sent, with their bytes and without history: their content is stored elsewhere. */
export async function deleteWaiting({ outbox, blobs }: OutboxDb, ids: readonly string[]): Promise<void> {
  const waiting = (await outbox.bulkGet([...ids])).flatMap((one) => (one && one.state !== 'sending' ? [one.id] : []));
  await outbox.bulkDelete(waiting);
  await blobs.bulkDelete(waiting);
}

/**
 * Makes a write a draft of its form, where the queued photos of a creation go, too: the form shows them and sends them
 * with it. False when it has no form, or another draft exists; the draft of an entry that is being edited is its own.
 * Within a transaction.
 */
export async function makeDraft(
  db: OutboxDb,
  drafts: Table<Draft, string>,
  { id: madeBy, origin, state, body: frozen }: Entry,
  savedAt: number,
): Promise<boolean> {
  if (!origin) return false;
  const { form } = origin;
  if (await unwrittenDraft(db, drafts, form)) {
    if (state === 'editing') await drafts.update(form, { isAsked: true });
    return state === 'editing';
  }
  await drafts.put({ form, values: draftOf(origin, frozen), savedAt, isAsked: true });
  await movePhotos(db, drafts, ({ dependsOn }) => dependsOn.includes(madeBy), { form, savedAt });
  return true;
}

/** Moves queued photos into the drafts of a form's photos. */
async function movePhotos(
  db: OutboxDb,
  drafts: Table<Draft, string>,
  isTheirs: (photo: Entry) => boolean,
  { form, savedAt }: Pick<Draft, 'form' | 'savedAt'>,
): Promise<void> {
  const photos = await db.outbox
    .filter((entry) => entry.body === null && entry.state !== 'sending' && isTheirs(entry))
    .toArray();
  for (const role of new Set(photos.map(roleOf))) {
    const chosen: DraftPhoto[] = [];
    for (const { id, params, query, createdAt } of photos.filter((one) => roleOf(one) === role)) {
      const blob = (await db.blobs.get(id))?.blob;
      const takenAt = typeof query.takenAt === 'string' ? Date.parse(query.takenAt) : createdAt;
      if (blob) chosen.push({ id: String(params.id), blob, takenAt });
    }
    await drafts.put({ form: photoDraftOf(form, role), values: chosen, savedAt, isAsked: true });
  }
  await deleteWaiting(
    db,
    photos.map(({ id }) => id),
  );
}

/**
 * Makes an edit of something that is gone a draft of the form for a new one, together with the queued photos of it.
 * False when that form is not known, or another draft exists. Within a transaction.
 */
export async function makeNewDraft(
  db: OutboxDb,
  drafts: Table<Draft, string>,
  { origin, params, body }: Entry,
  savedAt: number,
): Promise<boolean> {
  if (!origin?.anew || (await unwrittenDraft(db, drafts, origin.anew.form))) return false;
  const { form, values } = origin.anew;
  const fresh = { ...Object(draftOf(origin, body).values), ...values, id: crypto.randomUUID() };
  await drafts.put({ form, values: { values: fresh, base: fresh }, savedAt, isAsked: true });
  await movePhotos(db, drafts, ({ query }) => query.ownerId === params.id, { form, savedAt });
  return true;
}

/** The values of a form and their base; of an edit as it would be sent: with what was merged into it since. */
function draftOf({ values, base }: EntryOrigin, body: string | null): Pick<EntryOrigin, 'values' | 'base'> {
  const edit = readEdit(body);
  return edit ? { values: withNamed(values, touchedBy(edit)), base: withNamed(base, edit.base) } : { values, base };
}

/** The fields with the new values of those that they have. */
function withNamed(fields: unknown, values: Record<string, unknown>): unknown {
  const known = Object.keys(values).filter((name) => Object.hasOwn(Object(fields), name));
  return { ...Object(fields), ...Object.fromEntries(known.map((name) => [name, values[name]])) };
}

const roleOf = ({ query }: Pick<Entry, 'query'>) => (typeof query.role === 'string' ? query.role : undefined);
