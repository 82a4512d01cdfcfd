import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import { DEVICE_DB, openDevice } from './device-db.ts';
import { emptyDeviceState } from './device-state.ts';
import { openReads, readDbName } from './read-db.ts';

beforeEach(() => Dexie.delete(DEVICE_DB));

test('knows nobody on a new device', async () => {
  expect(await openDevice().read()).toEqual(emptyDeviceState);
});

test('remembers across openings and changes only what it is told to', async () => {
  const first = openDevice();
  await first.write({ currentUid: 'grower', serverOffset: -3_600_000 });
  await first.write({ currentUid: null });
  first.close();
  expect(await openDevice().read()).toEqual({ ...emptyDeviceState, serverOffset: -3_600_000 });
});

test('loses no change when two tabs count at once', async () => {
  const tabs = [openDevice(), openDevice()];
  const count = (state: { sessionEpoch: number }) => ({ sessionEpoch: state.sessionEpoch + 1 });
  await Promise.all(Array.from({ length: 20 }, (_, at) => tabs[at % 2]?.change(count)));
  expect((await openDevice().read()).sessionEpoch).toBe(20);
});

test('answers again after the browser closed the database under it', async () => {
  const device = openDevice();
  await device.write({ currentUid: 'grower' });
  device.close();
  expect((await device.read()).currentUid).toBe('grower');
});

/** A database as a broken release might have left it: the same store with another key. */
function brokenReads(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open(readDbName('grower'), 5);
    request.onupgradeneeded = () => request.result.createObjectStore('api', { keyPath: 'id' });
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
}

test('throws away reads it cannot take over and starts anew', async () => {
  await brokenReads();
  const reads = openReads('grower');
  expect(await reads.get('/api/farms')).toBeUndefined();
  const row = {
    key: '/api/farms',
    policy: 'boot',
    fetchedAt: 1,
    lastUsed: 1,
    serverTime: 1,
    etag: null,
    epoch: 4,
  } as const;
  await reads.put({ ...row, body: '[]', bytes: 12 });
  expect((await reads.get('/api/farms'))?.body).toBe('[]');
});
