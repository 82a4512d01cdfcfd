import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { failStorage, type StorageFault } from '../../tests/support/app/failing-storage.ts';
import { aDevice, aWrite } from '../../tests/support/app/outbox-harness.ts';
import { deleteDrafts, findUnsent, openDrafts } from './draft-db.ts';
import { makeRoom } from './make-room.ts';
import { outboxDbName } from './outbox/outbox-db.ts';
import { openReads } from './read-db.ts';
import { realTimers } from './timers.ts';

test('what was typed is found again by its form, and by its user alone', async () => {
  const mine = openDrafts('a');
  await mine.write({ form: 'farm new', values: { farmName: '하우스' }, savedAt: 5 });
  mine.close();
  const later = openDrafts('a');
  expect(await later.read('farm new')).toEqual({ form: 'farm new', values: { farmName: '하우스' }, savedAt: 5 });
  expect(await later.read('farm 3')).toBeUndefined();
  later.close();
  const other = openDrafts('b');
  expect(await other.read('farm new')).toBeUndefined();
  other.close();
});

test('it is gone once sent, and with everything else when its user is removed', async () => {
  const drafts = openDrafts('c');
  await drafts.write({ form: 'crop new', values: 1, savedAt: 1 });
  await drafts.write({ form: 'farm new', values: 2, savedAt: 2 });
  await drafts.remove('crop new');
  expect(await drafts.read('crop new')).toBeUndefined();
  await deleteDrafts('c');
  const anew = openDrafts('c');
  expect(await anew.read('farm new')).toBeUndefined();
  anew.close();
});

test('what is left of all forms is told by form, for its user alone', async () => {
  expect(await findUnsent('d')).toEqual({ drafts: [], unsent: 0 });
  const [one, another] = [openDrafts('d'), openDrafts('d')];
  await one.write({ form: 'crop new', values: 1, savedAt: 1 });
  await another.write({ form: 'farm 3', values: 2, savedAt: 2 });
  expect(await findUnsent('d')).toEqual({ drafts: ['crop new', 'farm 3'], unsent: 0 });
  expect(await findUnsent('e')).toEqual({ drafts: [], unsent: 0 });
  one.close();
  another.close();
  await deleteDrafts('d');
  expect(await findUnsent('d')).toEqual({ drafts: [], unsent: 0 });
});

test('a form and its photos are one thing left, and no form takes the photos of another away', async () => {
  const drafts = openDrafts('f');
  await drafts.write({ form: 'post new', values: 1, savedAt: 1 });
  await drafts.write({ form: 'photos of post new', values: ['post'], savedAt: 1 });
  expect((await findUnsent('f')).drafts).toHaveLength(1);
  // Each inspection has photos from before and after it, which are kept apart.
  for (let at = 2; at <= 30; at += 1) {
    for (const role of ['before', 'after']) {
      await drafts.write({ form: `photos ${role} of inspection ${at}`, values: [role, at], savedAt: at });
    }
  }
  expect(await drafts.read('photos of post new')).toMatchObject({ values: ['post'] });
  for (let at = 2; at <= 30; at += 1) {
    for (const role of ['before', 'after']) {
      expect(await drafts.read(`photos ${role} of inspection ${at}`)).toMatchObject({ values: [role, at] });
    }
  }
  expect(await drafts.read('post new')).toMatchObject({ values: 1 });
  expect((await findUnsent('f')).drafts).toHaveLength(30);
  drafts.close();
});

test('on a full device a draft takes the room of what the server has as well; without any it is not said to be kept', async () => {
  const reads = openReads('full');
  const [key, body, policy] = ['/api/1', 'x', 'reference'] as const;
  const times = { fetchedAt: 1, lastUsed: 1, serverTime: null };
  await reads.put({ key, policy, ...times, etag: null, body, bytes: 100, epoch: 1 });
  const drafts = openDrafts('full', realTimers, (uid) =>
    makeRoom(uid, true, { storageSpace: async () => undefined, now: () => 2 }),
  );
  const faults: StorageFault[] = ['full', 'works'];
  const heal = failStorage(outboxDbName('full'), () => faults.shift() ?? 'works');
  await drafts.write({ form: 'photos of post new', values: [1], savedAt: 1 });
  expect(await drafts.read('photos of post new')).toMatchObject({ values: [1] });
  expect(await reads.usage()).toEqual([]);
  // Nothing is left to free.
  faults.push('full');
  await expect(drafts.write({ form: 'post new', values: 1, savedAt: 2 })).rejects.toThrow('no room');
  heal();
  drafts.close();
  reads.close();
});

test('photos of a write that is being edited stay, however many forms have some', async () => {
  const { store } = aDevice('held');
  const origin = { form: 'inspection new', path: '/x', values: {}, base: {} };
  const photo = aWrite({ method: 'PUT', body: null, lane: 'photo:1', after: ['inspection:1'], params: { id: '1' } });
  const made = await store.put(aWrite({ lane: 'inspection:1', origin }), undefined, 'made', [
    { id: 'photo', wish: photo, blob: new Blob(['bytes']) },
  ]);
  await store.toDraft(made.id, 1);
  const drafts = openDrafts('held');
  for (let at = 2; at <= 10; at += 1) await drafts.write({ form: `photos of post ${at}`, values: [at], savedAt: at });
  expect((await drafts.read('photos of inspection new'))?.values).toHaveLength(1);
  expect((await drafts.read('photos of post 2'))?.values).toHaveLength(1);
  drafts.close();
  store.close();
});

test('a draft whose content waits already is gone, and one that was typed since is not', async () => {
  const { store } = aDevice('died');
  const form = 'inspection new';
  const typed = { title: '밸브가 샘' };
  const draft = (values: object, savedAt: number) => ({ form, values: { values, base: {} }, savedAt });
  const drafts = openDrafts('died');
  const wish = aWrite({ origin: { form, path: '/x', values: typed, base: {} }, deviceClock: 10 });
  const photo = aWrite({ method: 'PUT', body: null, lane: 'photo:1', params: { id: 'p1' } });
  const photos = (...ids: string[]) => ({
    form: `photos of ${form}`,
    values: ids.map((id) => ({ id, blob: new Blob(['bytes']), takenAt: 1 })),
    savedAt: 9,
  });
  await drafts.write(photos('p1'));
  await drafts.write(draft(typed, 9));
  expect(await drafts.read(form)).toMatchObject({ savedAt: 9 });

  const made = await store.put(wish, undefined, 'made', [{ id: 'photo', wish: photo, blob: new Blob(['bytes']) }]);
  expect(await drafts.read(form)).toBeUndefined();
  expect(await drafts.read(`photos of ${form}`)).toBeUndefined();
  expect(await findUnsent('died')).toEqual({ drafts: [], unsent: 2 });
  for (const kept of [draft({ title: '밸브가 샘, 2동' }, 9), draft(typed, 11), photos('p1', 'p2')]) {
    await drafts.write(kept);
    expect(await drafts.read(kept.form)).toMatchObject({ savedAt: kept.savedAt });
    await drafts.remove(kept.form);
  }

  // It does not stand in the way of editing what waits, whose draft is then the only place of it.
  await drafts.write(draft(typed, 9));
  expect(await store.toDraft(made.id, 12)).toBe(true);
  expect(await drafts.read(form)).toMatchObject({ savedAt: 12, isAsked: true });
  drafts.close();
  store.close();
});
