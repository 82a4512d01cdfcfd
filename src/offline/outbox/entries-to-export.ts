import type { Table } from 'dexie';
import { areDraftPhotos, type Draft, type DraftPhoto, formOf, roleOfDraft } from '../draft-form.ts';
import type { Entry } from './entry.ts';
import type { OutboxDb } from './outbox-db.ts';

/** A photo in the open form of an entry, which has it nowhere else. `role`: as its request will say it. */
export type FormPhoto = DraftPhoto & { editing: Entry; role: string | undefined };

/** What goes into a file. */
export type ToExport = { entries: Entry[]; photos: FormPhoto[] };

/**
 * All entries, marked as tried: another device may send them from the file, so that later edits must not be merged into
 * them. With them the photos in the forms of those that are being edited. Within a transaction.
 */
export async function entriesToExport({ outbox }: OutboxDb, drafts: Table<Draft, string>): Promise<ToExport> {
  await outbox.filter(({ attempts }) => attempts === 0).modify({ attempts: 1 });
  const entries = await outbox.orderBy('seq').toArray();
  const photos: FormPhoto[] = [];
  for (const editing of entries.filter(({ state }) => state === 'editing')) {
    const isTheirs = ({ form }: Draft) => form !== formOf(form) && formOf(form) === editing.origin?.form;
    for (const { form, values } of await drafts.filter(isTheirs).toArray()) {
      const chosen = areDraftPhotos(values) ? values : [];
      photos.push(...chosen.map((photo) => ({ ...photo, editing, role: roleOfDraft(form) })));
    }
  }
  return { entries, photos };
}
