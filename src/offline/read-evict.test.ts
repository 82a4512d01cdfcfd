import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type ApiRow, deleteReads, openReads, type ReadStore } from './read-db.ts';
import { keepBelowCap, putWithinQuota, rowsToEvict } from './read-evict.ts';

function aRow(key: string, more: Partial<ApiRow> = {}): ApiRow {
  const row = {
    key,
    policy: 'live',
    fetchedAt: 1,
    lastUsed: 1,
    serverTime: 1,
    etag: null,
    body: '{}',
    epoch: 1,
  } as const;
  return { ...row, bytes: 100, ...more };
}

async function someReads(rows: ApiRow[]): Promise<ReadStore> {
  await deleteReads('evict');
  const reads = openReads('evict');
  for (const row of rows) await reads.put(row);
  return reads;
}

/** A store whose first writes fail, as on a full disk. */
function refusing(reads: ReadStore, times: number): ReadStore {
  let left = times;
  return {
    ...reads,
    put: async (row) => {
      if (left-- > 0) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      return reads.put(row);
    },
  };
}

test('gives up the least recently used first and the boot state last', () => {
  const rows = [
    { key: 'menu', policy: 'boot', lastUsed: 1, bytes: 100 },
    { key: 'old figures', policy: 'live', lastUsed: 2, bytes: 100 },
    { key: 'new figures', policy: 'live', lastUsed: 9, bytes: 100 },
    { key: 'targets', policy: 'reference', lastUsed: 8, bytes: 100 },
  ] as const;
  expect(rowsToEvict(rows, 200)).toEqual(['targets', 'old figures']);
  expect(rowsToEvict(rows, 0)).toEqual(['targets', 'old figures', 'new figures', 'menu']);
  expect(rowsToEvict(rows, 400)).toEqual([]);
});

test('brings a store back below its cap', async () => {
  const reads = await someReads([aRow('a', { lastUsed: 1 }), aRow('b', { lastUsed: 2 }), aRow('c', { lastUsed: 3 })]);
  expect(await keepBelowCap(reads, 250)).toBe(1);
  expect((await reads.usage()).map(({ key }) => key)).toEqual(['b', 'c']);
});

test('leaves a store within its cap alone', async () => {
  const reads = await someReads([aRow('a'), aRow('b')]);
  expect(await keepBelowCap(reads, 200)).toBe(0);
});

test('makes room and keeps the row when the device is full', async () => {
  const reads = await someReads([aRow('old', { lastUsed: 1 }), aRow('recent', { lastUsed: 2 })]);
  expect(await putWithinQuota(refusing(reads, 1), aRow('new', { lastUsed: 3 }))).toBe(true);
  expect((await reads.usage()).map(({ key }) => key)).toEqual(['recent', 'new']);
});

test('goes without the row when the device stays full', async () => {
  const reads = await someReads([aRow('old')]);
  expect(await putWithinQuota(refusing(reads, 2), aRow('new'))).toBe(false);
});

test('passes on every other failure', async () => {
  const reads = await someReads([]);
  const broken = { ...reads, put: () => Promise.reject(new Error('broken')) };
  await expect(putWithinQuota(broken, aRow('new'))).rejects.toThrow('broken');
});
