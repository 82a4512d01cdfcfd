import type { Table } from 'dexie';
import { isSame } from '#src/lib/is-same.ts';
import { areDraftPhotos, type Draft } from '../draft-form.ts';
import type { Entry } from './entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/**
 * The draft of a form. One whose content waits or was sent is deleted instead: the device stopped between putting the
 * write into the outbox and forgetting the draft. Within a transaction.
 */
export async function unwrittenDraft(
  db: Pick<OutboxDb, 'outbox' | 'history'>,
  drafts: Table<Draft, string>,
  form: string,
): Promise<Draft | undefined> {
  const draft = await drafts.get(form);
  if (!draft || !(await isWritten(db, draft))) return draft;
  await drafts.delete(form);
  return undefined;
}

async function isWritten(
  { outbox, history }: Pick<OutboxDb, 'outbox' | 'history'>,
  { form, values, savedAt }: Draft,
): Promise<boolean> {
  // The draft of an entry that is being edited is the only place of what was changed.
  const waiting = await outbox.filter(({ state }) => state !== 'editing').toArray();
  const sent = await history.filter(({ ending }) => ending === 'sent').toArray();
  const entries: Entry[] = [...waiting, ...sent.map(({ entry }) => entry)];
  if (areDraftPhotos(values)) {
    const written = new Set(entries.filter(({ body }) => body === null).map(({ params }) => params.id));
    return values.every(({ id }) => written.has(id));
  }
  const { values: typed }: { values?: unknown } = Object(values);
  // What is typed anew after a write may be the same again, and is another edit.
  return entries.some(
    ({ origin, deviceClock }) => origin?.form === form && savedAt <= deviceClock && isSame(origin.values, typed),
  );
}
