import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { isUntouched } from '#src/offline/outbox/watch-entries.ts';
import { aDevice, aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { noteAndCountLost, notedUnsent, noteUnsent, noteWaiting, waitingNoted } from './unsent-note.ts';

/** A cookie jar as a page sees it: cookies are written one by one and read all at once. */
function aJar(other = '') {
  const kept = new Map<string, string>();
  return {
    get cookie() {
      return [other, ...[...kept].map(([name, value]) => `${name}=${value}`)].filter((one) => one !== '').join('; ');
    },
    set cookie(line: string) {
      const [, name = '', value = '', age] = /^([^=]+)=([^;]*).*Max-Age=(\d+)/.exec(line) ?? [];
      if (age === '0') kept.delete(name);
      else kept.set(name, value);
    },
  };
}

/** How many writes are reported as lost when the queue is empty. */
const lostOf = (uid: string, jar: { cookie: string }) => noteAndCountLost(uid, 0, async () => true, jar);

test('each user’s number is noted beside those of others, and gone with the last', async () => {
  const jar = aJar('next-auth.csrf-token=abc');
  expect(await lostOf('농부', jar)).toBe(0);
  noteUnsent('농부', 3, jar);
  noteUnsent('grower; 2', 1, jar);
  expect(await lostOf('농부', jar)).toBe(3);
  expect(await lostOf('농부', jar)).toBe(0);
  expect(await lostOf('grower; 2', jar)).toBe(1);
  expect(jar.cookie).toBe('next-auth.csrf-token=abc');
});

test('a write that waits is noted before anybody counts, once counted it does not change the number', () => {
  const jar = aJar();
  const told: number[] = [];
  const stop = waitingNoted.subscribe(() => told.push(notedUnsent('grower', jar)));
  noteWaiting('grower', jar);
  noteUnsent('grower', 3, jar);
  noteWaiting('grower', jar);
  stop();
  expect(told).toEqual([1, 3]);
});

test('what stands there otherwise counts as nothing', async () => {
  for (const value of ['%', '[]', '%7B%22a%22%3A%22b%22%7D']) {
    expect(await lostOf('a', { cookie: `onsil-unsent=${value}` })).toBe(0);
  }
});

test('two windows that count at the same moment tell it once', async () => {
  const jar = aJar();
  noteUnsent('grower', 2, jar);
  const told = await Promise.all([lostOf('grower', jar), lostOf('grower', jar)]);
  expect(told.toSorted()).toEqual([0, 2]);
});

test('when the browser has emptied the device, the 3 writes that waited are told, once; sent ones are not', async () => {
  const jar = aJar();
  const { store, drain } = aDevice('emptied');
  const note = async () => noteAndCountLost('emptied', await store.count(), () => isUntouched('emptied'), jar);
  await store.put(aWrite());
  await note();
  await drain();
  expect(await note()).toBe(0);
  for (let at = 0; at < 3; at += 1) await store.put(aWrite());
  expect(await note()).toBe(0);
  store.close();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('onsil-outbox-emptied').onsuccess = resolve;
  });
  expect(await note()).toBe(3);
  expect(await note()).toBe(0);
});
