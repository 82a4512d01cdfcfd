import { SESSION_MESSAGE_KEY } from '#contract/user/auth.ts';
import type { TextStorage } from '#src/api/call/browser-storage.ts';
import { type Client, createClient } from '#src/api/client.ts';
import { openDevice } from '#src/offline/device-db.ts';
import { deleteReads, openReads, readDbName } from '#src/offline/read-db.ts';
import { resumeWipe, wipe } from '#src/offline/wipe.ts';
import { type ManualTimers, manualTimers } from '../manual-timers.ts';
import type { V4Server } from '../server/v4-server.ts';

/** localStorage that is not cleared by anybody else. */
export function aStorage(): TextStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

export type Tab = Pick<Client, 'session' | 'queryClient' | 'call'> & {
  timers: ManualTimers;
  /** Recorded effects: on localStorage, on the worker's cache for the first screen, and messages to others. */
  done: string[];
  left: string[];
  flags: { isVisible: boolean };
};

/** A tab on a device with a real database, with the app's client and this server. */
export function openTab(
  server: Pick<V4Server, 'fetch'>,
  { storage = aStorage(), timers = manualTimers(), deviceNow = timers.now, hangs = false }: Partial<TabOptions> = {},
): Tab {
  const done: string[] = [];
  const left: string[] = [];
  const flags = { isVisible: true };
  const never = () => new Promise<never>(() => {});
  const device = openDevice();
  const { session, queryClient, call } = createClient({
    fetch: server.fetch,
    timers,
    deviceNow,
    steadyNow: timers.now,
    origin: () => 'http://farm.test',
    leave: (to) => void left.push(to),
    visibility: { isVisible: () => flags.isVisible, subscribe: () => () => {} },
    storage: { ...storage, setItem: (key, value) => noting(key, value, storage, done) },
    readDeviceState: async () => (hangs ? never() : device.read()),
    withOffline: (use) => (hangs ? never() : use({ device, deleteReads, wipe, resumeWipe })),
    locks: undefined,
    channel: { postMessage: ({ type }) => void done.push(`told ${type}`), addEventListener: () => {} },
    worker: () => null,
    log: () => {},
    loadOutbox: () => Promise.reject(new Error('no outbox here')),
    loadSignedIn: async () => ({
      startSignedIn: () => ({
        bootState: {
          open: async (uid) => void done.push(`open ${uid}`),
          close: async (uid, forget) => void done.push(`${forget ? 'forget' : 'close'} ${uid}`),
        },
        async warmUp(which) {
          done.push(`warm up ${which}`);
          return 0;
        },
      }),
    }),
  });
  return { session, queryClient, call, timers, done, left, flags };
}

/** Records a write to the protocol's key, which is how other tabs are informed. */
function noting(key: string, value: string, storage: TextStorage, done: string[]): void {
  if (key === SESSION_MESSAGE_KEY) done.push(`broadcast ${JSON.parse(value).data.trigger}`);
  else storage.setItem(key, value);
}

type TabOptions = { storage: TextStorage; timers: ManualTimers; deviceNow(): number; hangs: boolean };

export const fields = { password: 'right', callbackUrl: 'http://farm.test/cms/dashboard' };

/** Opens the app in the tab and signs in; clears the recorded effects. */
export async function signedIn(tab: Tab, username = 'A'): Promise<Tab> {
  await tab.session.start();
  const { ok, error } = await tab.session.signIn('credentials', { ...fields, username });
  if (!ok) throw new Error(`could not sign in: ${error}`);
  tab.done.length = 0;
  return tab;
}

/** Caches an answer for the user, as the worker does. */
export async function keepReads(uid: string): Promise<void> {
  const reads = openReads(uid);
  const row = {
    key: '/api/farm',
    policy: 'boot',
    fetchedAt: 1,
    lastUsed: 1,
    serverTime: 1,
    etag: null,
    epoch: 1,
  } as const;
  await reads.put({ ...row, body: '[]', bytes: 12 });
  reads.close();
}

export async function hasReads(uid: string): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === readDbName(uid));
}

export const who = ({ session }: Tab) => [session.get().status, session.get().data?.userId ?? null];
