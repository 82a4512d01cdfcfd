import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createInspection, updateInspection } from '#contract/inspection/inspection.ts';
import { uploadPhoto } from '#contract/photo/photo.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { deleteDrafts, openDrafts } from '#src/offline/draft-db.ts';
import { type DraftPhoto, photoDraftOf } from '#src/offline/draft-form.ts';
import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import { readOutboxFile } from '#src/offline/outbox/export-file.ts';
import { deleteUnsent } from '#src/offline/outbox/outbox-db.ts';
import type { OutboxStore } from '#src/offline/outbox/outbox-store.ts';
import { aDevice } from '../../../tests/support/app/outbox-harness.ts';
import { entryFromFile } from './entry-from-file.ts';
import { exportOutbox } from './export-outbox.ts';
import { goesThroughOutbox, newEntryOf, type WriteInput } from './new-entry.ts';

const clocks = { createdAt: 0, deviceClock: 0, serverOffset: 0 };
const id = '0b6a3a52-9d3e-4c7e-8f10-0d6f4c1f7a01';
const photoId = (at: number) => `0b6a3a52-9d3e-4c7e-8f10-0d6f4c1f7b0${at}`;
const takenAt = Date.UTC(2026, 10, 21, 3);

function aNew(endpoint: Endpoint, input: WriteInput, origin: EntryOrigin | null = null) {
  if (!goesThroughOutbox(endpoint, input)) throw new Error(`${endpoint.path} may wait`);
  return newEntryOf(endpoint, { input }, clocks, origin);
}

const aPicture = (letters: string) => new Blob([letters], { type: 'image/webp' });

function aPhoto(at: number, role: string) {
  const query = { ownerKind: 'inspection', ownerId: id, role, takenAt: new Date(takenAt).toISOString() };
  const { wish, blob } = aNew(uploadPhoto, {
    params: { farmIndex: 3, id: photoId(at) },
    query,
    body: aPicture(`${at}`),
  });
  return { id: crypto.randomUUID(), wish, blob };
}

/** Adds a photo to a form, as its photo field does. */
async function choose(uid: string, form: string, photo: DraftPhoto): Promise<void> {
  const drafts = openDrafts(uid);
  const before = (await drafts.read(form))?.values;
  await drafts.write({ form, values: [...(Array.isArray(before) ? before : []), photo], savedAt: 1 });
  drafts.close();
}

/** Another device of this user, which takes in the file of this one. */
async function elsewhere(uid: string, store: OutboxStore) {
  const text = await (await exportOutbox(uid, store)).text();
  store.close();
  await deleteUnsent(uid);
  await deleteDrafts(uid);
  const other = aDevice(uid);
  const file = await readOutboxFile(text, uid, entryFromFile);
  if (!file) throw new Error('it is a file of this user');
  await other.store.takeIn(file.entries, file.blobs);
  const photos = (await other.store.entries()).filter(({ body }) => body === null);
  const bytes = await Promise.all(photos.map(async (one) => (await other.store.blobOf(one.id))?.text()));
  return { ...other, refused: file.refused, photos, bytes };
}

test('a creation that is open in its form is exported with the photos that are there, and sent before them', async () => {
  const { store } = aDevice('export-open');
  const origin = { form: 'inspection new 3', path: '/cms/device/inspection-create', values: {}, base: {} };
  const body = { id, farmIndex: 3, kind: 'other', title: '측창 모터' };
  const creation = aNew(createInspection, { body }, origin);
  await store.put(creation.wish, undefined, crypto.randomUUID(), [aPhoto(1, 'before'), aPhoto(2, 'after')]);
  const [made] = await store.entries();
  await store.toDraft(made?.id ?? '', 1);
  expect(await store.count()).toBe(1);
  await choose('export-open', photoDraftOf(origin.form, 'after'), { id: photoId(3), blob: aPicture('3'), takenAt });

  const { store: there, photos, bytes, refused, server, drain } = await elsewhere('export-open', store);
  expect(refused).toBe(0);
  const asked = { ownerKind: 'inspection', ownerId: id, takenAt: '2026-11-21T03:00:00.000Z' };
  expect(photos.map(({ params, query }) => [params, query])).toEqual([
    [
      { farmIndex: 3, id: photoId(2) },
      { ...asked, role: 'after' },
    ],
    [
      { farmIndex: 3, id: photoId(3) },
      { ...asked, role: 'after' },
    ],
    [
      { farmIndex: 3, id: photoId(1) },
      { ...asked, role: 'before' },
    ],
  ]);
  expect(bytes).toEqual(['2', '3', '1']);
  await drain();
  expect(server.done[0]?.body).toBe(made?.body);
  expect(server.done).toHaveLength(4);
  expect(await there.count()).toBe(0);
});

test('an edit that is open in its form is exported with the photos that were added there', async () => {
  const { store } = aDevice('export-edit');
  const form = `inspection ${id}`;
  const base = { title: '측창 모터', detail: '', dueOn: null, assignee: null, checks: {}, note: '' };
  const body = { ...base, title: '측창 모터 소리', base };
  const origin = { form, path: `/cms/device/inspection-edit/${id}`, values: {}, base: {} };
  const { wish } = aNew(updateInspection, { params: { id }, body }, origin);
  await store.put(wish);
  const [edit] = await store.entries();
  await store.toDraft(edit?.id ?? '', 1);
  await choose('export-edit', photoDraftOf(form, 'after'), {
    id: photoId(1),
    blob: aPicture('1'),
    takenAt,
    farmIndex: 3,
  });
  const { photos, bytes, server, drain } = await elsewhere('export-edit', store);
  expect(photos).toMatchObject([{ params: { farmIndex: 3, id: photoId(1) }, dependsOn: [], noun: '사진' }]);
  expect(bytes).toEqual(['1']);
  await drain();
  expect(server.done).toHaveLength(2);
});
