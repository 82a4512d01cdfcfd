import type { QueryClient } from '@tanstack/react-query';
import { SESSION_MESSAGE_KEY } from '#contract/user/auth.ts';
import { realTimers } from '#src/offline/timers.ts';
import { BOOT_KEY, browserStorage } from './call/browser-storage.ts';
import { connectivity } from './call/connectivity.ts';
import { provideCredentials } from './call/credentials.ts';
import { serverClock } from './call/server-clock.ts';
import { throttled } from './call/throttled.ts';
import { createQueryClient, followConnection, throttleFocus } from './read/query.ts';
import { createRetryLater } from './read/retry-later.ts';
import type { BootCache } from './session/boot-cache.ts';
import { createQueryCacheScope } from './session/query-cache-scope.ts';
import { keeper, provideQueryCacheScope, session } from './session/session.ts';
import type { SignedInParts } from './signed-in.ts';
import { watchInstall } from './worker/install.ts';

const SESSION_FOCUS_GAP_MS = 5_000;
/** The first screen comes before filling the device, ms. */
const WARM_AFTER_MS = 4_000;
/** Routes load their own chunk after the page has loaded; by then they stand, ms. */
const FIRST_SCREEN_MS = 1_000;
/** A clock that moved by this much is noted on the device, ms. */
const OFFSET_WORTH_SAVING_MS = 2_000;

type BootOptions = {
  /** Asks for the session again in this rhythm; left out: only when something happens. */
  sessionRefetchSec?: number;
};

/** Starts everything that is no screen. Called once, before the first render; it waits for nothing. */
export function boot({ sessionRefetchSec = 0 }: BootOptions = {}): QueryClient {
  const retryLater = createRetryLater({ timers: realTimers, isVisible, isReachable });
  const queryClient = createQueryClient(retryLater);
  const signedIn = lateParts(queryClient);
  const warmUp = async (which: 'all' | 'unread') => (await signedIn())?.warmUp(which);
  provideCredentials(session);
  provideQueryCacheScope(
    createQueryCacheScope(queryClient, lateBootState(signedIn), {
      kept: () => void warmUp('all'),
      confirmed() {
        retryLater.retryAll(queryClient);
        setTimeout(() => void warmUp('unread'), WARM_AFTER_MS);
      },
    }),
  );
  // Somebody was signed in when the app was last open: their parts load while the device is asked whether they still are.
  if (keeper.glance()) void signedIn();
  throttleFocus({ timers: realTimers, now: () => Date.now(), onVisible });
  followConnection(isReachable, connectivity.subscribe);
  watchConnection(() => {
    session.lookAgain();
    retryLater.retryAll(queryClient);
  });
  followSession(sessionRefetchSec);
  noteClock();
  watchInstall();
  void session.start();
  void startWorker(() => void warmUp('all'));
  return queryClient;
}

type LateParts = () => Promise<SignedInParts | null>;

/** Loads once; null when the files cannot be had, and the next call tries again. */
function lateParts(queryClient: QueryClient): LateParts {
  let loading: ReturnType<LateParts> | null = null;
  return () => {
    loading ??= import('./signed-in.ts').then(
      ({ startSignedIn }) => startSignedIn(queryClient, onVisible),
      () => {
        // No connection and no worker yet: everything works but live values and the quick start.
        loading = null;
        return null;
      },
    );
    return loading;
  };
}

function lateBootState(signedIn: LateParts): BootCache {
  let hasOpened = false;
  return {
    async open(uid) {
      hasOpened = true;
      await (await signedIn())?.bootState.open(uid);
    },
    async close(uid, forget) {
      // Gone at once, whatever becomes of the rest.
      if (forget) browserStorage.removeItem(BOOT_KEY + uid);
      if (hasOpened) await (await signedIn())?.bootState.close(uid, forget);
    },
  };
}

/** The page's own files come first: the worker fetches them all once more, on a line that may be thin. */
async function startWorker(onFirstControl: () => void): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS));
  try {
    const { registerWorker } = await import('./worker/register-worker.ts');
    await registerWorker(onFirstControl);
  } catch {
    // No connection just now, or the browser refuses. The app works as without a worker.
  }
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function isReachable(): boolean {
  const { reach } = connectivity.get();
  return reach !== 'offline' && reach !== 'captive';
}

/** Whenever somebody looks at the page again, also after it came out of the browser's back-forward store. */
function onVisible(listener: () => void): () => void {
  const look = () => isVisible() && listener();
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pageshow', look);
  };
}

function watchConnection(onBack: () => void): void {
  addEventListener('online', connectivity.lookAgain);
  addEventListener('offline', connectivity.browserOffline);
  onVisible(connectivity.lookAgain);
  if (!navigator.onLine) connectivity.browserOffline();
  let reach = connectivity.get().reach;
  connectivity.subscribe(() => {
    const before = reach;
    reach = connectivity.get().reach;
    if (reach === 'online' && before !== 'unknown') onBack();
  });
}

/** Asks for the session again when the page is looked at, when another tab changed it, and in a rhythm if wished. */
function followSession(refetchSec: number): void {
  const refresh = throttled(
    () => Date.now(),
    SESSION_FOCUS_GAP_MS,
    () => void session.refresh(),
  );
  onVisible(() => {
    session.lookAgain();
    if (session.get().status === 'authenticated') refresh();
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_MESSAGE_KEY && newValue) void session.refresh();
  });
  if (refetchSec > 0) {
    setInterval(() => {
      if (session.get().status === 'authenticated' && isReachable()) void session.refresh();
    }, refetchSec * 1_000);
  }
}

/** Ages must be right at the next start without a connection, on a device whose clock is wrong. */
function noteClock(): void {
  let saved = serverClock.offset.get();
  serverClock.offset.subscribe(() => {
    const offset = serverClock.offset.get();
    if (Math.abs(offset - saved) < OFFSET_WORTH_SAVING_MS) return;
    saved = offset;
    keeper.saveOffset(offset).catch(() => {
      // The storage hangs; localStorage has it.
    });
  });
}
