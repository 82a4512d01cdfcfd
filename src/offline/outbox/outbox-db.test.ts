import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { quietLane } from '#contract/wire/quiet-lane.ts';
import { aWrite } from '../../../tests/support/app/outbox-harness.ts';
import { findUnsent } from '../draft-db.ts';
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

test('notes that the app made by itself ask nobody to stay, and go with their user', async () => {
  const window = openOutbox('농부 F');
  const { id } = await window.put(aWrite({ lane: quietLane('post-1') }));
  expect(await countUnsentOfOthers('농부 G')).toBe(await countUnsentOfOthers('농부 F'));
  expect((await findUnsent('농부 F')).unsent).toBe(0);
  await deleteSent('농부 F');
  expect(await window.find(id)).toBeUndefined();
  window.close();
});
