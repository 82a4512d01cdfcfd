import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { countUnsentOfOthers, deleteSent } from './outbox-db.ts';
import { openOutbox } from './outbox-store.ts';

test('what others have not sent is counted over all of them, without one’s own', async () => {
  expect(await countUnsentOfOthers('농부 B')).toBe(0);
  for (const uid of ['농부 A', '농부 A', '농부 B', '농부 C']) await openOutbox(uid).put(aWrite());
  expect(await countUnsentOfOthers('농부 B')).toBe(3);
  expect(await countUnsentOfOthers('농부 A')).toBe(2);
});

test('what another window keeps while its user leaves the device is kept', async () => {
  const [uid, beat] = ['농부 D', () => new Promise((resolve) => setImmediate(resolve))];
  for (let beats = 0; beats < 20; beats += 1) {
    const window = openOutbox(uid);
    await window.entries();
    const leaving = deleteSent(uid);
    for (let at = 0; at < beats; at += 1) await beat();
    const { id } = await window.put(aWrite());
    await leaving;
    expect(await window.find(id), `${beats} beats later`).toBeDefined();
    await window.discard(id, 0);
    window.close();
  }
});

test('who leaves the device with nothing unsent leaves nothing written behind', async () => {
  const window = openOutbox('농부 E');
  const { id } = await window.put(aWrite());
  await deleteSent('농부 E');
  expect(await window.find(id)).toBeDefined();
  await window.discard(id, 0);
  await deleteSent('농부 E');
  expect(await window.history()).toEqual([]);
  window.close();
});
