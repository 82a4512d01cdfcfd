import { SESSION_MESSAGE_KEY } from '#contract/user/auth.ts';
import { realTimers } from '#src/offline/timers.ts';
import { browserStorage } from './call/browser-storage.ts';
import { isReachable } from './call/connectivity.ts';
import { noteShown } from './call/server-clock.ts';
import { throttled } from './call/throttled.ts';
import { browserVisibility, onVisible } from './call/visibility.ts';
import type { Client } from './client.ts';
import { followConnection, throttleFocus } from './read/query-client.ts';
import { watchInstall } from './worker/install.ts';

const SESSION_FOCUS_GAP_MS = 5_000;
/** By this delay after the page load, the lazy chunks of the routes have loaded, ms. */
const FIRST_SCREEN_MS = 1_000;
/** A change of the server clock offset by at least this much is saved on the device, ms. */
const OFFSET_WORTH_SAVING_MS = 2_000;

type BootOptions = {
  /** Interval at which the session is refetched, seconds; 0 refetches it on events only. */
  sessionRefetchSec?: number;
};

const whenVisible = (listener: () => void) => onVisible(browserVisibility, listener);

/** Starts the client in this page. Called once, before the first render; it does not block. */
export function boot(client: Client, { sessionRefetchSec = 0 }: BootOptions = {}): void {
  const { session, keeper, connectivity, signedIn, retryAll } = client;
  // Somebody was signed in at the last visit: load what signed-in users need while the device state is read.
  if (keeper.savedIdentity()) void signedIn();
  throttleFocus({ timers: realTimers, now: () => Date.now(), onVisible: whenVisible });
  followConnection(() => isReachable(connectivity), connectivity.subscribe);
  watchConnection(client, () => {
    session.recheck();
    retryAll();
  });
  followSession(client, sessionRefetchSec);
  noteClock(client);
  watchInstall();
  void session.start();
  void startLater(client);
}

/** What the first screen does not need, and would compete with for bandwidth. */
async function startLater(client: Client): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS));
  const failed = () => {
    // There is no connection, or the browser refuses. The app works without either.
  };
  void startWorker(client).catch(failed);
  void followDeviceUse(client).catch(failed);
}

/** Registers the worker, which fetches all files of the app again. */
async function startWorker({ clock, signedIn }: Client): Promise<void> {
  const wasControlled = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  const { registerWorker } = await import('./worker/register-worker.ts');
  const onFirstControl = () => void signedIn().then((parts) => parts?.warmUp('all'));
  await registerWorker({ clock, wasControlled, onFirstControl });
}

async function followDeviceUse({ session }: Client): Promise<void> {
  const { followUse } = await import('./session/shared-device.ts');
  const steadyNow = () => performance.now();
  followUse({ target: window, session, storage: browserStorage, timers: realTimers, steadyNow });
}

function watchConnection({ connectivity }: Client, onBack: () => void): void {
  addEventListener('online', connectivity.recheck);
  addEventListener('offline', connectivity.browserOffline);
  whenVisible(connectivity.recheck);
  if (!navigator.onLine) connectivity.browserOffline();
  let reach = connectivity.get().reach;
  connectivity.subscribe(() => {
    const before = reach;
    reach = connectivity.get().reach;
    if (reach === 'online' && before !== 'unknown') onBack();
  });
}

/**
 * Refetches the session when the page becomes visible, when another tab changes it, and at an interval if one is set.
 */
function followSession({ session, connectivity }: Client, refetchSec: number): void {
  const refresh = throttled(
    () => Date.now(),
    SESSION_FOCUS_GAP_MS,
    () => void session.refresh(),
  );
  whenVisible(() => {
    session.recheck();
    if (session.get().status === 'authenticated') refresh();
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_MESSAGE_KEY && newValue) void session.refresh();
  });
  if (refetchSec > 0) {
    setInterval(() => {
      if (session.get().status === 'authenticated' && isReachable(connectivity)) void session.refresh();
    }, refetchSec * 1_000);
  }
}

/**
 * Saves the clock offset, so that ages are right at the next start without a connection, even if the device's clock is
 * wrong; and the time itself, in case it is set back until then.
 */
function noteClock({ clock, keeper }: Client): void {
  noteShown(clock, browserStorage);
  let saved = clock.offset.get();
  clock.offset.subscribe(() => {
    const offset = clock.offset.get();
    if (Math.abs(offset - saved) < OFFSET_WORTH_SAVING_MS) return;
    saved = offset;
    keeper.saveOffset(offset).catch(() => {
      // The storage hangs; localStorage holds the offset.
    });
  });
}
