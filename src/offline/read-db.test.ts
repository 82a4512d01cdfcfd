import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { deleteReads, openReads, readDbName } from './read-db.ts';

const UID = 'read-db';
afterEach(() => deleteReads(UID));

/** The database of an earlier version of the app. */
async function left(version: number, index: string, rows: readonly object[]): Promise<void> {
  const db = new Dexie(readDbName(UID));
  db.version(version).stores({ api: `&key, ${index}` });
  await db.table('api').bulkPut([...rows]);
  db.close();
}

const aRow = { fetchedAt: 1, lastUsed: 2, serverTime: 1, etag: null, body: '[]', bytes: 40, epoch: 1 };

describe('the kept answers of an earlier version', () => {
  it('are still there, each under the policy its class stood for', async () => {
    await left(
      1,
      '[cls+lastUsed+bytes]',
      ['B', 'C', 'D', 'E'].map((cls) => ({ ...aRow, key: `/${cls}`, cls })),
    );
    const reads = openReads(UID);
    expect(await reads.get('/B')).toEqual({ ...aRow, key: '/B', policy: 'boot' });
    const policies = (await reads.usage()).map(({ key, policy }) => `${key} ${policy}`);
    expect(policies.sort()).toEqual(['/B boot', '/C live', '/D reference', '/E tiles']);
    reads.close();
  });

  it('go where nobody knows any more what they were kept for', async () => {
    await left(1, '[cls+lastUsed+bytes]', [
      { ...aRow, key: '/kept', cls: 'C' },
      { ...aRow, key: '/odd', cls: 'F' },
    ]);
    const reads = openReads(UID);
    expect(await reads.get('/odd')).toBeUndefined();
    expect((await reads.usage()).map(({ key }) => key)).toEqual(['/kept']);
    reads.close();
  });
});

describe('the kept answers of version 2', () => {
  it('say the same under the names of today, and what people wrote stays as it was', async () => {
    const note = JSON.stringify('"flagged": never');
    const body = `[{"flagged":true,"excluded":true,"name":${note}},{"simulated":false,"mayWrite":true}]`;
    await left(2, '[policy+lastUsed+bytes]', [{ ...aRow, key: '/live', policy: 'live', body, bytes: 100 }]);
    const reads = openReads(UID);
    const kept = await reads.get('/live');
    expect(JSON.parse(String(kept?.body))).toEqual([
      { isFlagged: true, isExcluded: true, name: '"flagged": never' },
      { isSimulated: false, canWrite: true },
    ]);
    expect(kept?.bytes).toBe(106);
    reads.close();
  });
});

describe('the kept answers of a later version', () => {
  it('are counted, and go first when room is needed', async () => {
    await left(3, '[policy+lastUsed+bytes]', [{ ...aRow, key: '/later', policy: 'quantum' }]);
    const reads = openReads(UID);
    expect(await reads.usage()).toEqual([{ key: '/later', policy: null, lastUsed: 2, bytes: 40 }]);
    reads.close();
  });
});
