import type { QueryClient } from '@tanstack/react-query';
import { SESSION_MESSAGE_KEY } from '#contract/auth.ts';
import { areaValues } from '#contract/monitor.ts';
import { realTimers } from '#src/offline/timers.ts';
import { createBootState } from './boot-state.ts';
import { browserStorage } from './browser-storage.ts';
import { connectivity } from './connectivity.ts';
import { credentials, provideCredentials } from './credentials.ts';
import { watchInstall } from './install.ts';
import { keepValuesLive } from './live-values.ts';
import { createPageMemory } from './page-memory.ts';
import { createQueryClient, followConnection, throttleFocus } from './query.ts';
import { queryName } from './query-name.ts';
import { registerWorker } from './register-worker.ts';
import { createRetryLater } from './retry-later.ts';
import { serverClock } from './server-clock.ts';
import { keeper, news, provideMemory, session } from './session.ts';
import { throttled } from './throttled.ts';
import { createWarmUp } from './warm-up.ts';
import { createNewsReader } from './worker-news.ts';

const SESSION_FOCUS_GAP_MS = 5_000;
/** The first screen comes before filling the device, ms. */
const WARM_AFTER_MS = 4_000;
/** A clock that moved by this much is noted on the device, ms. */
const OFFSET_WORTH_SAVING_MS = 2_000;

export type BootOptions = {
  /** Asks for the session again in this rhythm; left out: only when something happens. */
  sessionRefetchSec?: number;
};

/** Starts everything that is no screen. Called once, before the first render; it waits for nothing. */
export function boot({ sessionRefetchSec = 0 }: BootOptions = {}): QueryClient {
  const retryLater = createRetryLater({ timers: realTimers, isVisible, isReachable });
  const queryClient = createQueryClient(retryLater);
  const bootState = createBootState({ queryClient, storage: browserStorage, timers: realTimers });
  const warmUp = createWarmUp({ queryClient, credentials, worker, isSparing, timers: realTimers });

  provideCredentials(session);
  provideMemory(
    createPageMemory(queryClient, bootState, () => {
      retryLater.retryAll(queryClient);
      setTimeout(() => void warmUp('unread'), WARM_AFTER_MS);
    }),
  );
  throttleFocus({ timers: realTimers, now: () => Date.now(), onVisible });
  followConnection(isReachable, connectivity.subscribe);
  watchConnection(() => {
    session.lookAgain();
    retryLater.retryAll(queryClient);
  });
  followSession(sessionRefetchSec);
  const read = createNewsReader({ queryClient, session, report: connectivity.report, now: () => Date.now() });
  news?.addEventListener('message', ({ data }) => void read(data));
  keepValuesLive(queryClient, queryName(areaValues), onVisible);
  noteClock();
  watchInstall();
  void session.start();
  void registerWorker(() => void warmUp('all'));
  return queryClient;
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function isReachable(): boolean {
  const { reach } = connectivity.get();
  return reach !== 'offline' && reach !== 'captive';
}

function worker(): ServiceWorker | null {
  return navigator.serviceWorker?.controller ?? null;
}

/** Chromium's save-data switch; other browsers do not say. */
function isSparing(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
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
  serverClock.onChange((offset, before) => {
    if (Math.abs(offset - before) < OFFSET_WORTH_SAVING_MS) return;
    keeper.saveOffset(offset).catch(() => {
      // The storage hangs; localStorage has it.
    });
  });
}
