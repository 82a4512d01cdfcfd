import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { openOutboxDb } from './outbox-db.ts';
import { verifySent } from './verify-sent.ts';

const ours = { 'Content-Type': 'application/json', 'X-Api': '1' };
const DAY_MS = 86_400_000;

/**
 * A phone that has sent `count` writes to server "one", which becomes server "two" and gives this answer about them.
 */
async function aRestored(uid: string, count: number, answer: (keys: string[]) => Response) {
  const phone = aDevice(uid);
  const { store, timers } = phone;
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push((await store.put(aWrite({ path: `/${at}` }))).id);
  await store.settleInstance('one', [], timers.now());
  await phone.drain();
  let asked = 0;
  const verify = (instance: string | null = 'two') =>
    verifySent({
      uid,
      store,
      instance,
      timers,
      token: async () => 't-1',
      now: timers.now,
      async fetch(url) {
        asked += 1;
        return answer(new URL(url, 'http://x').searchParams.get('keys')?.split(',') ?? []);
      },
    });
  const told = async () => {
    const { notes, dexie } = openOutboxDb(uid);
    const note = await notes.get('restored');
    dexie.close();
    return note;
  };
  return { ...phone, ids, verify, told, asked: () => asked };
}

const has = (keys: readonly string[]) =>
  new Response(JSON.stringify(keys.map((key) => ({ key, status: 201 }))), { headers: ours });

test('what the server lacks waits again, in its place, and is told', async () => {
  const kept: string[] = [];
  const { ids, store, verify, told } = await aRestored('lacks', 3, () => has(kept));
  kept.push(...ids.slice(0, 1));
  expect(await verify()).toBe(true);
  expect((await store.entries()).map(({ id, state }) => [id, state])).toEqual([
    [ids[1], 'queued'],
    [ids[2], 'queued'],
  ]);
  expect(await told()).toMatchObject({ again: 2, lost: 0, isTold: false });
});

test('is asked once for each database, a hundred at a time, and not while nobody says what it is called', async () => {
  const { verify, asked, told, store } = await aRestored('once', 150, has);
  expect(await verify(null)).toBe(true);
  expect(await verify('one')).toBe(true);
  expect(asked()).toBe(0);
  await verify();
  await verify();
  expect(asked()).toBe(2);
  expect(await store.count()).toBe(0);
  expect(await told()).toBeUndefined();
});

test('waits for an answer, and lets a server pass that does not tell', async () => {
  const silent = await aRestored('silent', 1, () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await silent.verify()).toBe(false);
  expect(await silent.store.instance()).toBe('one');
  const older = await aRestored('older', 1, () => new Response('{}', { status: 404, headers: ours }));
  expect(await older.verify()).toBe(true);
  expect(await older.store.instance()).toBe('one');
});

test('what is older than seven days is not asked about', async () => {
  const { verify, timers, asked, store } = await aRestored('old', 1, () => has([]));
  await timers.pass(7 * DAY_MS + 1);
  expect(await verify()).toBe(true);
  expect([asked(), await store.count()]).toEqual([0, 0]);
});

test('a photo goes again with its bytes; of more than forty the older ones are told to be lost', async () => {
  const { store, drain, server, verify, told, timers } = await aRestored('photos', 0, () => has([]));
  const photo = new Blob(['picture'], { type: 'image/webp' });
  for (let at = 0; at < 41; at++) {
    await store.put(aWrite({ method: 'PUT', path: `/photo/${at}`, body: null }), photo);
    await timers.pass(1_000);
    await drain();
  }
  await verify();
  expect(await told()).toMatchObject({ again: 40, lost: 1 });
  const before = server.done.length;
  // The test server still knows the keys; the test checks that the bytes are sent again.
  await drain();
  expect(server.attempts.length).toBe(before + 40);
  expect(await store.count()).toBe(0);
});
