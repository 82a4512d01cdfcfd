import type { QueryClient } from '@tanstack/react-query';
import { areaValues } from '#contract/monitor/monitor.ts';
import { realTimers } from '#src/offline/timers.ts';
import { type BootState, createBootState } from './boot-state.ts';
import { browserStorage } from './browser-storage.ts';
import { connectivity } from './connectivity.ts';
import { keepValuesLive } from './live-values.ts';
import { queryName } from './query-name.ts';
import { news, session } from './session.ts';
import { throttled } from './throttled.ts';
import { createWarmUp } from './warm-up.ts';
import { createNewsReader, takeMissed } from './worker-news.ts';

/** The first minutes belong to what the user looks at, ms. */
const PREPARE_AFTER_MS = 15_000;
/** What changed since is asked for at most this often, ms. */
const PREPARE_GAP_MS = 600_000;

/** What is needed once somebody is signed in; the sign-in page does without it. */
export type SignedInParts = { bootState: BootState; warmUp: (which: 'all' | 'unread') => Promise<number> };

/** Starts listening to the worker, the other tabs and the server's stream. Called once. */
export function startSignedIn(
  queryClient: QueryClient,
  onVisible: (listener: () => void) => () => void,
): SignedInParts {
  const read = createNewsReader({ queryClient, session, report: connectivity.report, now: () => Date.now() });
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
    bootState: createBootState({ queryClient, storage: browserStorage, timers: realTimers }),
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
    const { prepareAll } = await import('./prepared.ts');
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
