import { openOutboxDb } from './outbox/outbox-db.ts';
import { pruneDonePhotos } from './outbox/prune-history.ts';
import { openReads } from './read-db.ts';
import { rowsToEvict } from './read-evict.ts';
import { storageSpace } from './storage-space.ts';
import { openTiles } from './tile-db.ts';
import { roomForTiles } from './tile-evict.ts';

/** When more than this share of the browser's quota is used, storage is freed before the browser refuses. */
const FULL_SHARE = 0.7;
/** Share of each kind that is deleted in one step. */
const GIVEN_UP_SHARE = 0.5;

type RoomPorts = {
  storageSpace: typeof storageSpace;
  /** Epoch ms of the device. */
  now(): number;
};

/**
 * Frees storage by deleting what the server has as well: first tiles, then cached responses, then the bytes of photos
 * that were sent or discarded; never unsent writes. `isRefused`: the browser has just refused a write, whatever it
 * estimates. Returns whether anything was deleted. Rejects when the storage hangs.
 */
export async function makeRoom(
  uid: string,
  isRefused: boolean,
  { storageSpace: spaceNow, now }: RoomPorts = { storageSpace, now: Date.now },
): Promise<boolean> {
  const isFull = async () => {
    const space = await spaceNow();
    return space !== undefined && space.used > space.quota * FULL_SHARE;
  };
  let hasGone = false;
  for (const giveUp of [giveUpTiles, giveUpReads, giveUpDonePhotos]) {
    // After a refusal at least one step runs: the browser's estimate lags behind deletions.
    if (!(isRefused && !hasGone) && !(await isFull())) break;
    hasGone = (await giveUp(uid, now())) || hasGone;
  }
  return hasGone;
}

async function giveUpTiles(uid: string): Promise<boolean> {
  const tiles = openTiles(uid);
  try {
    const keys = roomForTiles(await tiles.usage(), GIVEN_UP_SHARE);
    await tiles.remove(keys);
    return keys.length > 0;
  } finally {
    tiles.close();
  }
}

async function giveUpReads(uid: string): Promise<boolean> {
  const reads = openReads(uid);
  try {
    const rows = await reads.usage();
    const used = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    const keys = rowsToEvict(rows, used * (1 - GIVEN_UP_SHARE));
    await reads.remove(keys);
    return keys.length > 0;
  } finally {
    reads.close();
  }
}

async function giveUpDonePhotos(uid: string, now: number): Promise<boolean> {
  const db = openOutboxDb(uid);
  try {
    const before = await db.blobs.count();
    await db.dexie.transaction('rw', db.history, db.blobs, () => pruneDonePhotos(db, now, 0));
    return (await db.blobs.count()) < before;
  } finally {
    db.dexie.close();
  }
}

/**
 * Deletes a user's cached responses and tiles that were neither fetched nor shown since `since`, epoch ms of the device.
 * Unsent writes and drafts stay. Rejects when the storage hangs.
 */
export async function forgetUnused(uid: string, since: number): Promise<void> {
  for (const open of [openTiles, openReads]) {
    const store = open(uid);
    try {
      const rows = await store.usage();
      await store.remove(rows.filter(({ lastUsed }) => lastUsed < since).map(({ key }) => key));
    } finally {
      store.close();
    }
  }
}
