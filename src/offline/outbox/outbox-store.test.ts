import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { openDrafts } from '../draft-db.ts';

const origin = { form: 'inspection new 1', path: '/x', values: { id: 'i' }, base: {} };
const creation = aWrite({ lane: 'inspection:i', origin });
const blob = new Blob(['bytes'], { type: 'image/webp' });
const aPhoto = (id: string, role: string) => ({
  id,
  wish: aWrite({
    method: 'PUT',
    path: `/photos/${id}`,
    body: null,
    lane: `photo:${id}`,
    after: ['inspection:i'],
    params: { id: `photo ${id}` },
    query: { role, takenAt: '2026-11-21T03:00:00.000Z' },
  }),
  blob,
});

test('a form and its photos are put in together or not at all', async () => {
  const { store } = aDevice('together');
  // A photo whose parameters IndexedDB cannot clone.
  const broken = { ...aPhoto('b', 'after'), wish: { ...aPhoto('b', 'after').wish, params: { call: () => {} } } };
  await expect(store.put(creation, undefined, 'c', [aPhoto('a', 'before'), broken])).rejects.toThrow();
  expect(await store.entries()).toEqual([]);
  expect(await store.blobOf('a')).toBeUndefined();

  await store.put(creation, undefined, 'c', [aPhoto('a', 'before'), aPhoto('b', 'after')]);
  expect((await store.entries()).map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['c', []],
    ['a', ['c']],
    ['b', ['c']],
  ]);
});

test('a put that is repeated because the storage had not answered is the same entry, though it is being sent', async () => {
  const { store } = aDevice('repeated');
  for (const wish of [creation, aWrite({ lane: undefined })]) {
    const id = crypto.randomUUID();
    const first = await store.put(wish, undefined, id);
    await store.claim(id);
    expect(await store.put(wish, undefined, id)).toMatchObject({ seq: first.seq, state: 'sending', attempts: 1 });
  }
  expect(await store.count()).toBe(2);
});

test('a form that takes its write back takes its photos back, and leaves none behind', async () => {
  const { store } = aDevice('taken-back');
  await store.put(creation, undefined, 'c', [aPhoto('a', 'before')]);
  await store.put({ ...aPhoto('other', 'before').wish, after: [] }, blob, 'other');
  await store.discard('c', 1, 'replaced', ['a']);
  expect((await store.entries()).map(({ id }) => id)).toEqual(['other']);
  expect(await store.blobOf('a')).toBeUndefined();
});

test('what is open in its form is not sent by another window that still offers to try it again', async () => {
  const { store, server, drain } = aDevice('retried-elsewhere');
  const { id } = await store.put({ ...creation, path: '/first' });
  await store.toDraft(id, 7);
  await store.requeue(id, 1);
  await drain(true);
  expect(server.attempts).toEqual([]);
  await store.put({ ...creation, path: '/edited' });
  await drain(true);
  expect(server.done.map(({ path }) => path)).toEqual(['/edited']);
});

test('a creation that goes back to its form brings its photos there', async () => {
  const { store, server, drain } = aDevice('to-draft');
  await store.put(creation, undefined, 'c', [aPhoto('a', 'before'), aPhoto('b', 'after')]);
  expect(await store.toDraft('c', 7)).toBe(true);
  const drafts = openDrafts('to-draft');
  expect((await drafts.read('inspection new 1'))?.values).toEqual({ values: { id: 'i' }, base: {} });
  expect((await drafts.read('inspection new 1'))?.isAsked).toBe(true);
  expect(await drafts.read('photos before of inspection new 1')).toMatchObject({
    values: [{ id: 'photo a', takenAt: Date.UTC(2026, 10, 21, 3) }],
    savedAt: 7,
  });
  expect((await drafts.read('photos after of inspection new 1'))?.values).toHaveLength(1);
  drafts.close();
  await drain();
  expect(server.attempts).toEqual([]);
});

test('what the server has refused for good is tried again as another write, with its photo behind it', async () => {
  const { store, server, drain } = aDevice('refused-again');
  const { id } = await store.put(creation, undefined, 'c', [aPhoto('a', 'before')]);
  server.treats({ status: 409, code: 'NAME_TAKEN' });
  await drain();
  const next = await store.requeue(id, 1);
  expect(next).not.toBe(id);
  await drain();
  expect(server.done.map(({ key }) => key)).toEqual([next, 'a']);
  expect(await store.findDone(id)).toMatchObject({ ending: 'replaced' });
});

test('a photo that was refused for good keeps its bytes as it is tried again', async () => {
  const { store, server, drain } = aDevice('refused-photo');
  await store.put({ ...aPhoto('a', 'before').wish, after: [] }, blob, 'a');
  server.treats({ status: 422, code: 'PHOTO_TOO_LARGE' });
  await drain();
  const next = await store.requeue('a', 1);
  expect(await store.blobOf('a')).toBeUndefined();
  expect(await (await store.blobOf(next))?.text()).toBe(await blob.text());
  await drain();
  expect(server.done.map(({ key }) => key)).toEqual([next]);
});

test('what hangs on a creation that is edited waits for the edited one, which is sent in its place', async () => {
  const { store, server, drain } = aDevice('edited');
  const made = await store.put({ ...creation, path: '/first' });
  const edit = aWrite({ method: 'PUT', path: '/edit', lane: 'inspection:i', params: { id: 'i' } });
  await store.put(edit);
  await store.put(aWrite({ path: '/hangs', after: ['inspection:i'] }));
  await store.put(aWrite({ path: '/other' }));
  await store.toDraft(made.id, 5);
  await drain();
  expect(server.done.map(({ path }) => path)).toEqual(['/other']);
  // The form is opened a second time with what was typed meanwhile.
  expect(await store.toDraft(made.id, 6)).toBe(true);
  await store.put({ ...creation, path: '/edited' });
  await drain();
  expect(server.done.map(({ path }) => path)).toEqual(['/other', '/edited', '/edit', '/hangs']);
  expect(await store.findDone(made.id)).toMatchObject({ ending: 'replaced' });
});

test('an edited creation that is refused before its author waits for the form, and so does what hangs on it', async () => {
  const { store, server, drain } = aDevice('edited-refused');
  const made = await store.put(creation);
  await store.put(aWrite({ path: '/hangs', after: ['inspection:i'] }));
  await store.toDraft(made.id, 5);
  const wrong = await store.put({ ...creation, path: '/wrong' });
  server.treats({ status: 400, code: 'VALIDATION' });
  await drain();
  await store.discard(wrong.id, 6, 'replaced');
  await drain();
  expect(server.done).toEqual([]);
  await store.put({ ...creation, path: '/right' });
  await drain();
  expect(server.done.map(({ path }) => path)).toEqual(['/right', '/hangs']);
});

test('what still has to wait is not claimed, and counts no attempt', async () => {
  const { store } = aDevice('too-early');
  await store.put(creation, undefined, 'c', [aPhoto('a', 'before')]);
  expect(await store.claim('a')).toBeNull();
  expect(await store.find('a')).toMatchObject({ state: 'queued', attempts: 0 });
  expect(await store.claim('c')).toMatchObject({ entry: { state: 'sending', attempts: 1 } });
});

test('what is taken back while a later write is being claimed still goes before it', async () => {
  const { store, server, drain } = aDevice('taken-back-late');
  const made = await store.put({ ...creation, path: '/made' });
  const hangs = await store.put(aWrite({ path: '/hangs', after: ['inspection:i'] }));
  await store.discard(made.id, 1);
  const { store: window } = aDevice('taken-back-late');
  await window.count();
  const { put } = IDBObjectStore.prototype;
  const restored = new Promise<void>((resolve, reject) => {
    // The other window takes it back in the moment in which this one marks the later write.
    IDBObjectStore.prototype.put = function mark(row, ...key) {
      if (row.state === 'sending') {
        IDBObjectStore.prototype.put = put;
        window.restore(made).then(resolve, reject);
      }
      return put.call(this, row, ...key);
    };
  });
  expect(await store.claim(hangs.id)).toBeNull();
  await restored;
  expect(await store.find(hangs.id)).toMatchObject({ state: 'queued', attempts: 0 });
  await drain();
  expect(server.done.map(({ path }) => path)).toEqual(['/made', '/hangs']);
});

test('an edit of an edit takes its place: later edits stand on the new one', async () => {
  const { store, server, drain } = aDevice('edit-edited');
  const form = { form: 'thing 1', path: '/x', values: {}, base: {} };
  const edit = (mine: object, base: object) =>
    aWrite({ method: 'PUT', path: '/t', lane: 'thing:1', origin: form, body: JSON.stringify({ ...mine, base }) });
  const first = await store.put(edit({ a: 1 }, { a: 0, b: 0 }));
  await store.setBack(first.id, {
    state: 'refused',
    attempts: 1,
    serverErrors: 0,
    nextAt: 0,
    mustWait: false,
    lastError: null,
  });
  await store.put(edit({ b: 5 }, { a: 0, b: 0 }));
  await store.toDraft(first.id, 5);
  // The form began with the values of both, which the server never had.
  await store.put(edit({ a: 2, b: 5 }, { a: 1, b: 5 }));
  await drain();
  expect(server.done.map(({ body }) => JSON.parse(body))).toEqual([
    { a: 2, b: 5, base: { a: 0, b: 5 } },
    { a: 2, b: 5, base: { a: 2, b: 0 } },
  ]);
});

test('a settled conflict is sent under another name in its place, and what followed it after it', async () => {
  const { store, server, drain } = aDevice('settled');
  const edit = (brix: number, base: number) =>
    aWrite({
      method: 'PUT',
      path: `/${brix}`,
      lane: 'observation:o',
      body: JSON.stringify({ brix, base: { brix: base } }),
    });
  const first = await store.put(edit(9, 8));
  server.treats({ status: 409, code: 'CHANGED_MEANWHILE' });
  await drain();
  await store.put(aWrite({ path: '/behind', lane: 'observation:o' }));
  expect(await store.settle(first.id, JSON.stringify({ brix: 9, base: { brix: 7 } }), 5)).toBe(true);
  // It cannot be settled twice.
  expect(await store.settle(first.id, '{}', 6)).toBe(false);
  await drain();
  expect(server.done.map(({ path, body }) => [path, body])).toEqual([
    ['/9', '{"brix":9,"base":{"brix":7}}'],
    ['/behind', '{"a":1}'],
  ]);
  expect(server.done[0]?.key).not.toBe(first.id);
  expect((await store.findDone(first.id))?.ending).toBe('replaced');
});

test('an edit leaves its form as it was written, and what was typed there since is only offered', async () => {
  const { store, server, drain } = aDevice('given-up');
  const edit = aWrite({ method: 'PUT', path: '/edit', lane: 'inspection:i', params: { id: 'i' }, origin });
  const { id } = await store.put(edit);
  await store.toDraft(id, 5);
  await store.giveUpEditing(id);
  await drain();
  expect(server.done.map(({ key, path }) => [key, path])).toEqual([[id, '/edit']]);
  const drafts = openDrafts('given-up');
  expect(await drafts.read(origin.form)).toMatchObject({ savedAt: 5, isAsked: false });
  drafts.close();
});

test('a creation stays in its form, for its photos are there', async () => {
  const { store } = aDevice('not-given-up');
  await store.put(creation, undefined, 'c', [aPhoto('a', 'before')]);
  await store.toDraft('c', 5);
  await store.giveUpEditing('c');
  expect(await store.find('c')).toMatchObject({ state: 'editing' });
});
