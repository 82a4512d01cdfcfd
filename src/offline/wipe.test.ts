import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { openDevice } from './device-db.ts';
import { type Identity, isOpenFor, wipeSteps } from './device-state.ts';
import { deleteReads, openReads, readDbName } from './read-db.ts';
import { resumeWipe, type WipePorts, wipe } from './wipe.ts';

const grower: Identity = {
  userId: 'grower',
  userAuthority: 'ROLE_USER',
  isNew: false,
  urlMap: {},
  name: '농장주',
  signedInAt: 1,
  locked: false,
};

/** Simulates a power cut. */
class PowerCut extends Error {}

const device = openDevice();

beforeEach(async () => {
  const signedIn = { currentUid: 'grower', identity: grower, sessionEpoch: 4 };
  await device.write({ ...signedIn, wipeJournal: null, revokePending: false, serverOffset: 17 });
  const row = {
    key: '/api/farms',
    policy: 'boot',
    fetchedAt: 1,
    lastUsed: 1,
    serverTime: 1,
    etag: null,
    epoch: 4,
  } as const;
  const reads = openReads('grower');
  await reads.put({ ...row, body: '[]', bytes: 12 });
  reads.close();
});

function ports(more: Partial<WipePorts> = {}) {
  const done: string[] = [];
  const all: WipePorts = {
    device,
    deleteReads: async (uid) => {
      await deleteReads(uid);
      done.push(`reads of ${uid}`);
    },
    announce: (uid) => void done.push(`announced ${uid}`),
    clearMemory: async (uid) => void done.push(`memory of ${uid}`),
    endServerSession: async () => {
      done.push('server');
      return true;
    },
    ...more,
  };
  return { done, all };
}

async function databases(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

test('removes everything of the user and keeps what belongs to the device', async () => {
  const { done, all } = ports();
  await wipe(all, 'grower', true);
  expect(done).toEqual(['announced grower', 'memory of grower', 'reads of grower', 'server']);
  expect(await databases()).not.toContain(readDbName('grower'));
  expect(await device.read()).toEqual({
    currentUid: null,
    identity: null,
    sessionEpoch: 5,
    wipeJournal: null,
    revokePending: false,
    serverOffset: 17,
    instance: null,
  });
});

test('shuts the user out before anything else is done', async () => {
  const { all } = ports({
    clearMemory: async () => {
      throw new PowerCut();
    },
  });
  await expect(wipe(all, 'grower', true)).rejects.toThrow(PowerCut);
  const state = await device.read();
  expect(isOpenFor('grower', state)).toBe(false);
  expect(state.sessionEpoch).toBe(5);
});

test('notes that the server’s session still has to end when it cannot be reached', async () => {
  const { all } = ports({ endServerSession: async () => false });
  await wipe(all, 'grower', true);
  expect(await device.read()).toMatchObject({ revokePending: true, wipeJournal: null });
});

test('leaves the server alone when another user takes over', async () => {
  const { done, all } = ports();
  await wipe(all, 'grower', false);
  expect(done).not.toContain('server');
});

test('finishes an earlier wipe before it begins another', async () => {
  await device.write({ wipeJournal: { uid: 'family', step: 'reads', endServerSession: false } });
  const { done, all } = ports();
  await wipe(all, 'grower', true);
  expect(done[0]).toBe('reads of family');
  expect(done.at(-1)).toBe('server');
});

test('has nothing to resume on a device that was left in order', async () => {
  expect(await resumeWipe(ports().all)).toBeNull();
});

test.each(wipeSteps)('goes on after a power cut before the step %s', async (step) => {
  await device.write({ wipeJournal: { uid: 'grower', step, endServerSession: true } });
  const { done, all } = ports();
  expect(await resumeWipe(all)).toBe('grower');
  expect(done.at(-1)).toBe('server');
  expect((await device.read()).wipeJournal).toBeNull();
});

test.each(['clearMemory', 'deleteReads', 'endServerSession'] as const)(
  'ends the same after a power cut in the middle of %s',
  async (cut) => {
    const broken = {
      async [cut]() {
        throw new PowerCut();
      },
    };
    await expect(wipe(ports(broken).all, 'grower', true)).rejects.toThrow(PowerCut);
    await resumeWipe(ports().all);
    expect(await databases()).not.toContain(readDbName('grower'));
    expect(await device.read()).toMatchObject({ currentUid: null, identity: null, wipeJournal: null, sessionEpoch: 5 });
  },
);
