import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { followersOf } from './followers.ts';

test('what is written about a thing that is not created follows it, and what is written about another does not', async () => {
  const { store } = aDevice('followed');
  const crop = await store.put(aWrite({ lane: 'crop:1', path: '/api/crops' }));
  await store.put(aWrite({ lane: 'crop:2', path: '/api/crops' }));
  const tree = await store.put(aWrite({ lane: 'observation:1', path: '/api/growing', after: ['crop:1'] }));
  const photo = { method: 'PUT', lane: 'photo:1', params: { id: '1' }, after: ['observation:1'], body: null };
  const picture = await store.put(aWrite(photo), new Blob(['x']));
  const edit = await store.put(aWrite({ method: 'PUT', lane: 'crop:1', params: { id: '1' } }));
  const all = await store.entries();
  const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);
  expect(idsOf(followersOf(crop, all))).toEqual(idsOf([tree, picture, edit]));
  expect(idsOf(followersOf(tree, all))).toEqual([picture.id]);
  expect(followersOf(edit, all)).toEqual([]);
  store.close();
});

test('a step of a thing that the server has is no creation: later ones stay', async () => {
  const { store } = aDevice('stepped');
  const step = { lane: 'inspection:1', path: '/api/inspections/1/steps', params: { id: '1' } };
  const begun = await store.put(aWrite(step));
  await store.put(aWrite(step));
  expect(followersOf(begun, await store.entries())).toEqual([]);
  store.close();
});

test('a creation that was edited follows a later one that it names by now', async () => {
  const { store } = aDevice('moved');
  const origin = { form: 'observation new', path: '/x', values: {}, base: {} };
  const tree = aWrite({ lane: 'observation:1', path: '/api/growing', origin });
  const { id } = await store.put(tree);
  const crop = await store.put(aWrite({ lane: 'crop:1', path: '/api/crops' }));
  await store.toDraft(id, 1);
  const edited = await store.put({ ...tree, after: ['crop:1'] });
  expect(edited.seq).toBeLessThan(crop.seq);
  expect(followersOf(crop, await store.entries())).toEqual([edited]);
  store.close();
});

test('what hangs on a creation is discarded with it, whatever sends at that moment', async () => {
  const beat = () => new Promise((resolve) => setImmediate(resolve));
  for (let beats = 0; beats < 30; beats += 1) {
    const { store, server, drain } = aDevice(`discarded-${beats}`);
    server.treatsBy(({ path }) =>
      path === '/tree' && server.done.length === 0 ? { status: 404, code: 'NOT_FOUND' } : 'does',
    );
    const crop = await store.put(aWrite({ lane: 'crop:1', path: '/crop' }));
    await store.put(aWrite({ lane: 'observation:1', path: '/tree', after: ['crop:1'] }));
    const discarding = store.discardWithFollowers(crop.id, 1);
    for (let at = 0; at < beats; at += 1) await beat();
    await drain();
    const gone = await discarding;
    expect([gone.length, await store.entries()], `${beats} beats later`).toEqual([gone.length, []]);
    expect(gone.length + server.done.length).toBe(2);
    store.close();
  }
});
