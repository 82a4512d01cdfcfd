import type { TextStorage } from '#src/api/call/browser-storage.ts';
import { AuthClient } from '#src/api/session/auth-protocol.ts';
import { IdentityKeeper } from '#src/api/session/identity-keeper.ts';
import { SessionStore } from '#src/api/session/session-store.ts';
import { openDevice } from '#src/offline/device-db.ts';
import type { DeviceState } from '#src/offline/device-state.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import { deleteReads, openReads, readDbName } from '#src/offline/read-db.ts';
import { resumeWipe, wipe } from '#src/offline/wipe.ts';
import { type ManualTimers, manualTimers } from './manual-timers.ts';
import type { V4Server } from './v4-server.ts';

/** localStorage, as long as nobody empties it. */
export function aStorage(): TextStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

export type Tab = {
  session: SessionStore;
  timers: ManualTimers;
  /** What was done to the page's caches, and what was told to others. */
  done: string[];
  left: string[];
  flags: { isVisible: boolean };
};

/** For tests: a tab on a device with a real database, a real session store and keeper, and this server. */
export function openTab(
  server: V4Server,
  { storage = aStorage(), timers = manualTimers(), hangs = false }: Partial<TabOptions> = {},
): Tab {
  const done: string[] = [];
  const left: string[] = [];
  const flags = { isVisible: true };
  const never = () => new Promise<never>(() => {});
  const device = openDevice();
  const truth = async (): Promise<DeviceState | null> => (hangs ? never() : device.read());
  const session = new SessionStore({
    auth: new AuthClient({
      fetch: server.fetch,
      origin: () => 'http://farm.test',
      timers,
      log: () => {},
      observe: () => {},
      report: () => {},
      isServerUp: async () => true,
    }),
    keeper: new IdentityKeeper({
      storage,
      truth,
      withOffline: (use) => (hangs ? never() : use({ device, deleteReads, wipe, resumeWipe })),
      locks: undefined,
      timers,
      announce: (news: WorkerEvent) => void done.push(`told ${news.type}`),
      serverOffset: () => 0,
    }),
    memory: {
      enter: async (uid) => void done.push(`enter ${uid}`),
      leave: async (uid, forget) => void done.push(`${forget ? 'forget' : 'leave'} ${uid}`),
      kept: () => void done.push('kept'),
      confirmed: () => void done.push('confirmed'),
    },
    now: timers.now,
    restoreOffset: () => {},
    timers,
    isVisible: () => flags.isVisible,
    broadcast: (trigger) => void done.push(`broadcast ${trigger}`),
    leave: (to) => void left.push(to),
  });
  return { session, timers, done, left, flags };
}

type TabOptions = { storage: TextStorage; timers: ManualTimers; hangs: boolean };

export const fields = { password: 'right', callbackUrl: 'http://farm.test/cms/dashboard' };

/** Opens the app in the tab and signs in; what was done so far is forgotten. */
export async function signedIn(tab: Tab, username = 'A'): Promise<Tab> {
  await tab.session.start();
  const { ok, error } = await tab.session.signIn('credentials', { ...fields, username });
  if (!ok) throw new Error(`could not sign in: ${error}`);
  tab.done.length = 0;
  return tab;
}

/** Puts an answer among the user's reads, as the worker would. */
export async function keepReads(uid: string): Promise<void> {
  const reads = openReads(uid);
  const row = { key: '/api/farms', cls: 'B', fetchedAt: 1, lastUsed: 1, serverTime: 1, etag: null, epoch: 1 } as const;
  await reads.put({ ...row, body: '[]', bytes: 12 });
  reads.close();
}

export async function hasReads(uid: string): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === readDbName(uid));
}

export const who = ({ session }: Tab) => [session.get().status, session.get().data?.userId ?? null];
