import { SESSION_MESSAGE_KEY, SIGN_IN_PATH } from '#contract/user/auth.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { WORKER_EVENTS_CHANNEL, type WorkerEvent } from '#src/offline/messages.ts';
import { realTimers } from '#src/offline/timers.ts';
import { browserStorage } from '../call/browser-storage.ts';
import { connectivity, probeServer } from '../call/connectivity.ts';
import { sendLog } from '../call/report-bug.ts';
import { observeClock, serverClock } from '../call/server-clock.ts';
import { AuthClient, type SignInResult } from './auth-protocol.ts';
import { IdentityKeeper, type OfflineParts } from './identity-keeper.ts';
import { browserDeviceState, readDeviceState } from './read-device-state.ts';
import { SessionStore } from './session-store.ts';
import type { SessionPorts, SessionState } from './session-types.ts';

/** One channel per page: what a page posts reaches every other and the worker, but not itself. */
export const news: BroadcastChannel | null =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(WORKER_EVENTS_CHANNEL);

let memory: SessionPorts['memory'] = {
  enter: async () => {},
  leave: async () => {},
  kept: () => {},
  confirmed: () => {},
};

/** Called once at start: what the session does with the page's caches. */
export function provideQueryCacheScope(given: SessionPorts['memory']): void {
  memory = given;
}

/** Loads what needs Dexie and closes the database after use: a page that iOS puts to sleep must not hold it open. */
async function withOffline<T>(use: (parts: OfflineParts) => Promise<T>): Promise<T> {
  const [{ openDevice }, { deleteReads }, { deleteDrafts }, { deleteTiles }, { wipe, resumeWipe }] = await Promise.all([
    import('#src/offline/device-db.ts'),
    import('#src/offline/read-db.ts'),
    import('#src/offline/draft-db.ts'),
    import('#src/offline/tile-db.ts'),
    import('#src/offline/wipe.ts'),
  ]);
  const device = openDevice();
  try {
    const deleteKept = async (uid: string) => {
      await deleteReads(uid);
      await deleteTiles(uid);
      await deleteDrafts(uid);
    };
    return await use({ device, deleteReads: deleteKept, wipe, resumeWipe });
  } finally {
    device.close();
  }
}

function browserLocks(): LockManager | undefined {
  // Missing on plain HTTP, whatever the type says.
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

export const keeper = new IdentityKeeper({
  storage: browserStorage,
  truth: () => readDeviceState(browserDeviceState),
  withOffline,
  locks: browserLocks(),
  timers: realTimers,
  announce: (message: WorkerEvent) => news?.postMessage(message),
  serverOffset: serverClock.offset.get,
});

export const session = new SessionStore({
  auth: new AuthClient({
    fetch: (...request) => fetch(...request),
    origin: () => location.origin,
    timers: realTimers,
    log: sendLog,
    observe: observeClock,
    report: connectivity.report,
    isServerUp: async () => (await probeServer((...request) => fetch(...request))) === 'ok',
  }),
  keeper,
  memory: {
    enter: (uid) => memory.enter(uid),
    leave: (uid, forget) => memory.leave(uid, forget),
    kept: () => memory.kept(),
    confirmed: () => memory.confirmed(),
  },
  now: serverClock.now,
  restoreOffset: serverClock.restore,
  timers: realTimers,
  isVisible: () => document.visibilityState === 'visible',
  broadcast(trigger) {
    const timestamp = Math.floor(Date.now() / 1000);
    browserStorage.setItem(SESSION_MESSAGE_KEY, JSON.stringify({ event: 'session', data: { trigger }, timestamp }));
  },
  leave: (to) => location.assign(to),
});

/** The session, as next-auth's hook gives it; `ended` says why there is none any more. */
export function useSession(): SessionState & { update: (data?: unknown) => Promise<void> } {
  const state = useObservable(session);
  return { ...state, update: (data) => session.update(data) };
}

/** The session once it is known, for loaders and guards. */
export function settledSession(): Promise<Exclude<SessionState, { status: 'loading' }>> {
  return new Promise((resolve) => {
    let unsubscribe = () => {};
    const look = () => {
      const state = session.get();
      if (state.status === 'loading') return;
      unsubscribe();
      resolve(state);
    };
    unsubscribe = session.subscribe(look);
    look();
  });
}

type SignInInput = { username: string; password: string; callbackUrl?: string };

/**
 * Signs in. Answers how it went and goes nowhere, except as the protocol demands: to the error page when there is no
 * way to sign in, to the sign-in page for an unknown provider.
 */
export function signIn(provider: string | undefined, input: SignInInput): Promise<SignInResult> {
  const { username, password, callbackUrl = location.href } = input;
  return session.signIn(provider, { username, password, callbackUrl });
}

/** Signs out, wipes the user's data from this device and goes to `callbackUrl`, with or without a connection. */
export async function signOut({ callbackUrl = SIGN_IN_PATH, redirect = true } = {}): Promise<{ url: string }> {
  const url = await session.signOut(callbackUrl);
  if (redirect) location.assign(url);
  return { url };
}
