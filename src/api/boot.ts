import { SESSION_MESSAGE_KEY } from '#contract/user/auth.ts';
import { realTimers } from '#src/offline/timers.ts';
import { isReachable } from './call/connectivity.ts';
import { throttled } from './call/throttled.ts';
import { browserVisibility, onVisible } from './call/visibility.ts';
import type { Client } from './client.ts';
import { followConnection, throttleFocus } from './read/query-client.ts';
import { watchInstall } from './worker/install.ts';

const SESSION_FOCUS_GAP_MS = 5_000;
/** Routes load their own chunk after the page has loaded; by then they stand, ms. */
const FIRST_SCREEN_MS = 1_000;
/** A clock that moved by this much is noted on the device, ms. */
const OFFSET_WORTH_SAVING_MS = 2_000;

type BootOptions = {
  /** Asks for the session again in this rhythm; left out: only when something happens. */
  sessionRefetchSec?: number;
};

const whenVisible = (listener: () => void) => onVisible(browserVisibility, listener);

/** Starts the client in this page. Called once, before the first render; it waits for nothing. */
export function boot(client: Client, { sessionRefetchSec = 0 }: BootOptions = {}): void {
  const { session, keeper, connectivity, signedIn, retryAll } = client;
  // Somebody was signed in when the app was last open: their parts load while the device is asked whether they still are.
  if (keeper.glance()) void signedIn();
  throttleFocus({ timers: realTimers, now: () => Date.now(), onVisible: whenVisible });
  followConnection(() => isReachable(connectivity), connectivity.subscribe);
  watchConnection(client, () => {
    session.lookAgain();
    retryAll();
  });
  followSession(client, sessionRefetchSec);
  noteClock(client);
  watchInstall();
  void session.start();
  void startWorker(client);
}

/** The page's own files come first: the worker fetches them all once more, on a line that may be thin. */
async function startWorker({ clock, signedIn }: Client): Promise<void> {
  const wasControlled = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS));
  try {
    const { registerWorker } = await import('./worker/register-worker.ts');
    const onFirstControl = () => void signedIn().then((parts) => parts?.warmUp('all'));
    await registerWorker({ clock, wasControlled, onFirstControl });
  } catch {
    // No connection just now, or the browser refuses. The app works as without a worker.
  }
}

function watchConnection({ connectivity }: Client, onBack: () => void): void {
  addEventListener('online', connectivity.lookAgain);
  addEventListener('offline', connectivity.browserOffline);
  whenVisible(connectivity.lookAgain);
  if (!navigator.onLine) connectivity.browserOffline();
  let reach = connectivity.get().reach;
  connectivity.subscribe(() => {
    const before = reach;
    reach = connectivity.get().reach;
    if (reach === 'online' && before !== 'unknown') onBack();
  });
}

/** Asks for the session again when the page is looked at, when another tab changed it, and in a rhythm if wished. */
function followSession({ session, connectivity }: Client, refetchSec: number): void {
  const refresh = throttled(
    () => Date.now(),
    SESSION_FOCUS_GAP_MS,
    () => void session.refresh(),
  );
  whenVisible(() => {
    session.lookAgain();
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

/** Ages must be right at the next start without a connection, on a device whose clock is wrong. */
function noteClock({ clock, keeper }: Client): void {
  let saved = clock.offset.get();
  clock.offset.subscribe(() => {
    const offset = clock.offset.get();
    if (Math.abs(offset - saved) < OFFSET_WORTH_SAVING_MS) return;
    saved = offset;
    keeper.saveOffset(offset).catch(() => {
      // The storage hangs; localStorage has it.
    });
  });
}
