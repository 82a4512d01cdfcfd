import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import type { Entry } from './entry.ts';
import { outboxFile, readOutboxFile } from './export-file.ts';
import { deleteSent } from './outbox-db.ts';

/** These tests are not about what may wait. */
const asIs = (entry: Entry) => entry;

test('a file brings what waits to another device, and what was sent meanwhile is not sent again', async () => {
  const one = aDevice('file');
  await one.store.put(aWrite({ lane: 'observation:1', path: '/api/a' }));
  await one.store.put(
    aWrite({ path: '/api/b', body: null }),
    new Blob([Uint8Array.of(0, 255, 7)], { type: 'image/webp' }),
  );
  const entries = await one.store.entries();
  const text = await (await outboxFile('file', entries, one.store.blobOf)).text();
  await one.drain();
  expect(one.server.done).toHaveLength(2);
  // These entries were sent here, so the import skips them.
  const again = await readOutboxFile(text, 'file', asIs);
  expect(again && (await one.store.takeIn(again.entries, again.blobs))).toBe(0);

  one.store.close();
  await deleteSent('file');
  const other = aDevice('file', one.timers, one.server);
  const read = await readOutboxFile(text, 'file', asIs);
  expect(read && (await other.store.takeIn(read.entries, read.blobs))).toBe(2);
  const [, photo] = await other.store.entries();
  const bytes = photo && (await other.store.blobOf(photo.id));
  expect([bytes?.type, ...new Uint8Array((await bytes?.arrayBuffer()) ?? [])]).toEqual(['image/webp', 0, 255, 7]);
  await other.drain();
  expect(one.server.done).toHaveLength(2);
  expect(await other.store.count()).toBe(0);
});

test('an edit after the export is not put upon a write that the file may bring to the server first', async () => {
  const one = aDevice('file-edited');
  const edit = (name: string) => {
    const body = JSON.stringify({ name, base: { name: 'before' } });
    return aWrite({ method: 'PUT', path: '/api/farms/3', lane: 'farm:3', params: { id: 3 }, body });
  };
  await one.store.put(edit('exported'));
  const { entries } = await one.store.entriesToExport();
  const file = await outboxFile('file-edited', entries, one.store.blobOf);
  await one.store.put(edit('since'));
  const [exported, since] = await one.store.entries();
  expect(exported?.body).toContain('exported');
  expect(since?.body).toContain('since');
  const read = await readOutboxFile(await file.text(), 'file-edited', asIs);
  expect(read?.entries.map(({ id, body }) => [id, body])).toEqual([[exported?.id, exported?.body]]);
});

test('a file keeps the form of a write, and that in which it can begin anew', async () => {
  const { store } = aDevice('file-origin');
  const anew = { form: 'growing new 3', path: '/cms/growth/growing-create', values: { farmIndex: 3 } };
  const origin = { form: 'growing g', path: '/cms/growth/growing-edit/g', values: { tree: '1' }, base: {}, anew };
  await store.put(aWrite({ path: '/api/a', origin }));
  const text = await (await outboxFile('file-origin', await store.entries(), store.blobOf)).text();
  expect((await readOutboxFile(text, 'file-origin', asIs))?.entries).toMatchObject([{ origin }]);
});

test('a file of somebody else, of something else, or with another server in it is not taken', async () => {
  const { store } = aDevice('file-owner');
  await store.put(aWrite({ path: '/api/a' }));
  const text = await (await outboxFile('file-owner', await store.entries(), store.blobOf)).text();
  expect(await readOutboxFile(text, 'another', asIs)).toBeNull();
  expect(await readOutboxFile('{"a":1}', 'file-owner', asIs)).toBeNull();
  expect(await readOutboxFile('no json', 'file-owner', asIs)).toBeNull();
  expect(await readOutboxFile(text.replace('/api/a', 'https://elsewhere'), 'file-owner', asIs)).toBeNull();
});

test('what may not come from a file is counted and left out, with its bytes, and the rest is taken', async () => {
  const { store } = aDevice('file-checked');
  await store.put(aWrite({ path: '/api/a' }));
  await store.put(aWrite({ path: '/api/b', body: null }), new Blob(['bytes'], { type: 'image/webp' }), 'left');
  const text = await (await outboxFile('file-checked', await store.entries(), store.blobOf)).text();
  const read = await readOutboxFile(text, 'file-checked', (entry) => (entry.id === 'left' ? null : entry));
  expect(read).toMatchObject({ refused: 1, entries: [{ path: '/api/a' }] });
  expect(read?.blobs.size).toBe(0);
});

test('a write goes to its form as a draft and is held meanwhile', async () => {
  const { store } = aDevice('to-form');
  const origin = { form: 'crop new', path: '/cms/farm/crop-create', values: { a: 1 }, base: { a: 0 } };
  const { id } = await store.put(aWrite({ origin }));
  expect(await store.toDraft(id, 5)).toBe(true);
  expect(await store.find(id)).toMatchObject({ state: 'editing' });
  // Another draft of the same form is not overwritten.
  const other = await store.put(aWrite({ origin }));
  expect(await store.toDraft(other.id, 6)).toBe(false);
  expect(await store.find(other.id)).toMatchObject({ state: 'queued' });
});
