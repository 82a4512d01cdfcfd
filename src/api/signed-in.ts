import type { QueryClient } from '@tanstack/react-query';
import { HOUR_MS } from '#contract/time/time.ts';
import type { Observable } from '#src/lib/observable.ts';
import type { Timers } from '#src/offline/timers.ts';
import type { Postable } from './call/ask-worker.ts';
import type { TextStorage } from './call/browser-storage.ts';
import type { Call } from './call/call.ts';
import type { Connectivity } from './call/connectivity.ts';
import type { Freshness } from './call/freshness.ts';
import { throttled } from './call/throttled.ts';
import { onVisible, type Visibility } from './call/visibility.ts';
import type { LoadOutbox } from './outbox/outbox-context.ts';
import { keepValuesLive } from './read/live-values.ts';
import { type BootCache, createBootCache } from './session/boot-cache.ts';
import type { SessionStore } from './session/session-store.ts';
import { createWarmUp } from './worker/warm-up.ts';
import { createWorkerEventReader, refreshMissed } from './worker/worker-events.ts';

/** Prefetching waits this long after the start, so that it does not compete with the page that the user opened, ms. */
const PREPARE_AFTER_MS = 15_000;
/** Changes since then are fetched at most this often, ms. */
const PREPARE_GAP_MS = 600_000;
/** What nobody looks at is deleted from a shared device at most this often, ms. */
const FORGET_GAP_MS = HOUR_MS;

export type SignedInPorts = {
  queryClient: QueryClient;
  session: SessionStore;
  call: Call;
  connectivity: Connectivity;
  freshness: Freshness;
  /** The id of the server's database, as last received. */
  instance: Observable<string | null>;
  outbox: LoadOutbox;
  fetch: typeof fetch;
  timers: Timers;
  storage: TextStorage;
  visibility: Visibility;
  /** Messages of the worker and the other pages; null where the browser has no BroadcastChannel. */
  channel: Pick<BroadcastChannel, 'addEventListener'> | null;
  worker(): Postable | null;
  deviceNow(): number;
};

/** What is needed after sign-in; the sign-in page does not load it. */
export type SignedInParts = {
  bootState: BootCache;
  /** Makes the worker cache what the next start may need; returns how many entries are cached. */
  warmUp(which: 'all' | 'unread'): Promise<number>;
};

/** Starts listening to the worker, the other tabs and the server's stream. Called once. */
export function startSignedIn(ports: SignedInPorts): SignedInParts {
  const { queryClient, session, call, connectivity, fetch, timers, storage, visibility, channel, worker } = ports;
  const { deviceNow: now, freshness, outbox } = ports;
  const { report } = connectivity;
  const read = createWorkerEventReader({ queryClient, session, call, freshness, report, now });
  channel?.addEventListener('message', ({ data }) => void read(data));
  void refreshMissed({ queryClient, call });
  keepValuesLive({ queryClient, session, fetch, timers, visibility, report });
  const sendWaiting = () => void outbox().then((box) => box?.drain(true));
  followGoodMoments(ports, sendWaiting);
  followRestores(ports, sendWaiting);
  const warmUp = createWarmUp({ queryClient, session, worker, isSaveDataOn, timers, now });
  const prepare = throttled(now, PREPARE_GAP_MS, () => {
    timers.after(PREPARE_AFTER_MS, () => upkeep((parts) => parts.prefetch(queryClient, session, now())));
  });
  const forget = throttled(now, FORGET_GAP_MS, () =>
    upkeep((parts) => parts.forgetOnShared(storage, session.uid(), now())),
  );
  return {
    bootState: createBootCache({ queryClient, storage, timers }),
    async warmUp(which) {
      const kept = await warmUp(which);
      sendWaiting();
      prepare();
      upkeep((parts) => parts.makeRoomOnce(session.uid()));
      forget();
      return kept;
    },
  };
}

/** What can wait until the page is still. Where the files cannot be loaded, or the storage hangs, it is left. */
function upkeep(act: (parts: typeof import('./worker/upkeep.ts')) => Promise<void>): void {
  import('./worker/upkeep.ts').then(act).catch(() => {});
}

/** Sends the queue when success is more likely: the server answers again, or the page becomes visible. */
function followGoodMoments({ connectivity, visibility }: SignedInPorts, send: () => void): void {
  let { reach } = connectivity.get();
  connectivity.subscribe(() => {
    const before = reach;
    reach = connectivity.get().reach;
    if (reach === 'online' && before !== 'online' && before !== 'unknown') send();
  });
  onVisible(visibility, send);
}

/** The server has another database: writes that it lacks are sent again, and the data on the screen may be gone. */
function followRestores({ instance, queryClient }: SignedInPorts, send: () => void): void {
  let known = instance.get();
  instance.subscribe(() => {
    if (known !== null) void removeLost(queryClient);
    known = instance.get();
    send();
  });
}

/** Refetches everything on the screen; data that the server no longer returns is removed. */
async function removeLost(queryClient: QueryClient): Promise<void> {
  // Reads of a page that is being opened are already being fetched from the new database.
  queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' });
  await queryClient.invalidateQueries();
  await queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
}

/** Chromium's save-data switch; other browsers do not say. */
function isSaveDataOn(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}
