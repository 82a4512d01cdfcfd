import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aWrite } from '../../tests/support/app/outbox-harness.ts';
import { makeRoom } from './make-room.ts';
import { openOutbox } from './outbox/outbox-store.ts';
import { openReads } from './read-db.ts';
import { openTiles, type TileRow, tileKey } from './tile-db.ts';

const receipt = { status: 201, body: '{}', requestId: 'r-1', isReplay: false };
const aPhoto = aWrite({ method: 'PUT', body: null });
const numbers = [1, 2, 3, 4];

const aTile = (tile: number): TileRow => ({
  key: tileKey({ channel: 5, level: '1h', tile }),
  farm: 1,
  channel: 5,
  level: '1h',
  tile,
  bytes: new Uint8Array(1_000),
  fetchedAt: tile,
  isDirty: 0,
  lastUsed: tile,
  isPinned: 0,
});

/** A device with four tiles, four cached responses, a photo that was sent, and a queued photo and write. */
async function aDevice(uid: string) {
  const [tiles, reads, outbox] = [openTiles(uid), openReads(uid), openOutbox(uid)];
  await tiles.noteChanges({ farm: 1, instance: 'one', since: 0, cursor: 1, checkedAt: 1, changed: [] });
  await tiles.put({ farm: 1, cursor: 1, rows: numbers.map(aTile) });
  for (const at of numbers) {
    await reads.put({
      key: `/api/${at}`,
      policy: 'reference',
      fetchedAt: at,
      lastUsed: at,
      serverTime: null,
      etag: null,
      body: 'x',
      bytes: 100,
      epoch: 1,
    });
  }
  const photo = new Blob(['picture'], { type: 'image/webp' });
  const sent = await outbox.put(aPhoto, photo);
  await outbox.finish(sent.id, receipt, 1);
  const waiting = await outbox.put(aPhoto, photo);
  await outbox.put(aWrite());
  const kept = async () => ({
    tiles: (await tiles.usage()).length,
    reads: (await reads.usage()).length,
    sentPhotos: (await outbox.blobOf(sent.id)) ? 1 : 0,
    waiting: await outbox.count(),
    waitingPhotos: (await outbox.blobOf(waiting.id)) ? 1 : 0,
  });
  /** Reports these percentages of used storage in order. */
  const room = (isRefused: boolean, ...percents: number[]) =>
    makeRoom(uid, isRefused, {
      storageSpace: async () => {
        const used = percents.shift();
        return used === undefined ? undefined : { used, quota: 100 };
      },
      now: () => 2,
    });
  return { outbox, photo, kept, room };
}

const all = { tiles: 4, reads: 4, sentPhotos: 1, waiting: 2, waitingPhotos: 1 };

test('nothing goes while there is room, or the browser does not say', async () => {
  const { kept, room } = await aDevice('roomy');
  expect([await room(false, 70), await room(false)]).toEqual([false, false]);
  expect(await kept()).toEqual(all);
});

test('tiles go first, then kept answers, then photos that were sent; what was written and not sent never', async () => {
  const { kept, room } = await aDevice('full');
  expect(await room(false, 90, 60)).toBe(true);
  expect(await kept()).toEqual({ ...all, tiles: 2 });
  expect(await room(false, 90, 90, 60)).toBe(true);
  expect(await kept()).toEqual({ ...all, tiles: 1, reads: 2 });
  expect(await room(false, 99, 99, 99, 99)).toBe(true);
  expect(await kept()).toEqual({ ...all, tiles: 0, reads: 1, sentPhotos: 0 });
});

test('photos that were discarded go as those that were sent, and can be taken back all the same', async () => {
  const { outbox, photo, kept, room } = await aDevice('discarding');
  const unwanted = await outbox.put(aPhoto, photo);
  const [gone] = await outbox.discardWithFollowers(unwanted.id, 1);
  expect(await room(false, 99, 99, 99, 99)).toBe(true);
  expect(await outbox.blobOf(unwanted.id)).toBeUndefined();
  expect(await kept()).toMatchObject({ sentPhotos: 0, waiting: 2, waitingPhotos: 1 });
  if (!gone) throw new Error('nothing was discarded');
  await outbox.restore(gone.left, gone.blob);
  expect(await outbox.blobOf(unwanted.id)).toBeDefined();
});

test('a refusal makes room whatever the browser estimates', async () => {
  const { kept, room } = await aDevice('refused');
  expect(await room(true, 10, 10)).toBe(true);
  expect(await kept()).toEqual({ ...all, tiles: 2 });
});
