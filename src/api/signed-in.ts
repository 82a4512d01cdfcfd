import type { QueryClient } from '@tanstack/react-query';
import { areaValues } from '#contract/monitor.ts';
import { realTimers } from '#src/offline/timers.ts';
import { type BootState, createBootState } from './boot-state.ts';
import { browserStorage } from './browser-storage.ts';
import { connectivity } from './connectivity.ts';
import { keepValuesLive } from './live-values.ts';
import { queryName } from './query-name.ts';
import { news, session } from './session.ts';
import { createWarmUp } from './warm-up.ts';
import { createNewsReader } from './worker-news.ts';

/** What is needed once somebody is signed in; the sign-in page does without it. */
export type SignedInParts = { bootState: BootState; warmUp: (which: 'all' | 'unread') => Promise<number> };

/** Starts listening to the worker, the other tabs and the server's stream. Called once. */
export function startSignedIn(
  queryClient: QueryClient,
  onVisible: (listener: () => void) => () => void,
): SignedInParts {
  const read = createNewsReader({ queryClient, session, report: connectivity.report, now: () => Date.now() });
  news?.addEventListener('message', ({ data }) => void read(data));
  keepValuesLive(queryClient, queryName(areaValues), onVisible);
  return {
    bootState: createBootState({ queryClient, storage: browserStorage, timers: realTimers }),
    warmUp: createWarmUp({ queryClient, session, worker, isSparing, timers: realTimers }),
  };
}

function worker(): ServiceWorker | null {
  return navigator.serviceWorker?.controller ?? null;
}

/** Chromium's save-data switch; other browsers do not say. */
function isSparing(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}
