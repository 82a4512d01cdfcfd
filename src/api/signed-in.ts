import type { QueryClient } from '@tanstack/react-query';
import { areaValues } from '#contract/monitor/monitor.ts';
import { realTimers } from '#src/offline/timers.ts';
import { browserStorage } from './call/browser-storage.ts';
import { connectivity } from './call/connectivity.ts';
import { queryName } from './call/query-name.ts';
import { throttled } from './call/throttled.ts';
import { keepValuesLive } from './read/live-values.ts';
import { type BootCache, createBootCache } from './session/boot-cache.ts';
import { news, session } from './session/session.ts';
import { createWarmUp } from './worker/warm-up.ts';
import { createWorkerEventReader, takeMissed } from './worker/worker-events.ts';

/** The first minutes belong to what the user looks at, ms. */
const PREPARE_AFTER_MS = 15_000;
/** What changed since is asked for at most this often, ms. */
const PREPARE_GAP_MS = 600_000;

/** What is needed once somebody is signed in; the sign-in page does without it. */
export type SignedInParts = { bootState: BootCache; warmUp: (which: 'all' | 'unread') => Promise<number> };

/** Starts listening to the worker, the other tabs and the server's stream. Called once. */
export function startSignedIn(
  queryClient: QueryClient,
  onVisible: (listener: () => void) => () => void,
): SignedInParts {
  const read = createWorkerEventReader({ queryClient, session, report: connectivity.report, now: () => Date.now() });
  news?.addEventListener('message', ({ data }) => void read(data));
  void takeMissed(queryClient);
  keepValuesLive(queryClient, queryName(areaValues), onVisible);
  const warmUp = createWarmUp({ queryClient, session, worker, isSparing, timers: realTimers });
  const prepare = throttled(
    () => Date.now(),
    PREPARE_GAP_MS,
    () => realTimers.after(PREPARE_AFTER_MS, () => void prepareLater(queryClient)),
  );
  return {
    bootState: createBootCache({ queryClient, storage: browserStorage, timers: realTimers }),
    async warmUp(which) {
      const kept = await warmUp(which);
      prepare();
      return kept;
    },
  };
}

/** A year of records comes when nobody waits for anything any more. */
async function prepareLater(queryClient: QueryClient): Promise<void> {
  try {
    const { prepareAll } = await import('./worker/offline-prefetch.ts');
    await prepareAll(queryClient);
  } catch {
    // The line broke; the next time the page is looked at it goes on.
  }
}

function worker(): ServiceWorker | null {
  return navigator.serviceWorker?.controller ?? null;
}

/** Chromium's save-data switch; other browsers do not say. */
function isSparing(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}
