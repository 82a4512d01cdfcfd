import type { QueryClient } from '@tanstack/react-query';
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
import { createWorkerEventReader, takeMissed } from './worker/worker-events.ts';

/** The first minutes belong to what the user looks at, ms. */
const PREPARE_AFTER_MS = 15_000;
/** What changed since is asked for at most this often, ms. */
const PREPARE_GAP_MS = 600_000;

export type SignedInPorts = {
  queryClient: QueryClient;
  session: SessionStore;
  call: Call;
  connectivity: Connectivity;
  freshness: Freshness;
  /** What the server's database is called, as last heard. */
  instance: Observable<string | null>;
  outbox: LoadOutbox;
  fetch: typeof fetch;
  timers: Timers;
  storage: TextStorage;
  visibility: Visibility;
  /** What the worker and the other pages tell; null where the browser has no channel. */
  channel: Pick<BroadcastChannel, 'addEventListener'> | null;
  worker(): Postable | null;
  deviceNow(): number;
};

/** What is needed once somebody is signed in; the sign-in page does without it. */
export type SignedInParts = {
  bootState: BootCache;
  /** Has the worker keep what the next start may need; answers how much of it is kept. */
  warmUp(which: 'all' | 'unread'): Promise<number>;
};

/** Starts listening to the worker, the other tabs and the server's stream. Called once. */
export function startSignedIn(ports: SignedInPorts): SignedInParts {
  const { queryClient, session, call, connectivity, fetch, timers, storage, visibility, channel, worker } = ports;
  const { deviceNow: now, freshness, outbox } = ports;
  const { report } = connectivity;
  const read = createWorkerEventReader({ queryClient, session, call, freshness, report, now });
  channel?.addEventListener('message', ({ data }) => void read(data));
  void takeMissed({ queryClient, call });
  keepValuesLive({ queryClient, session, fetch, timers, visibility, report });
  const sendWaiting = () => void outbox().then((box) => box?.drain(true));
  followGoodMoments(ports, sendWaiting);
  followRestores(ports, sendWaiting);
  const warmUp = createWarmUp({ queryClient, session, worker, isSparing, timers, now });
  const prepare = throttled(now, PREPARE_GAP_MS, () => {
    timers.after(PREPARE_AFTER_MS, () => void prepareLater(queryClient, session, now()));
  });
  return {
    bootState: createBootCache({ queryClient, storage, timers }),
    async warmUp(which) {
      const kept = await warmUp(which);
      sendWaiting();
      prepare();
      // No files, or a storage that hangs: then nothing is given up.
      makeRoomOnce(session.uid()).catch(() => {});
      return kept;
    },
  };
}

/** When what waits has a better chance than before: the server answers again, somebody looks at the page. */
function followGoodMoments({ connectivity, visibility }: SignedInPorts, send: () => void): void {
  let { reach } = connectivity.get();
  connectivity.subscribe(() => {
    const before = reach;
    reach = connectivity.get().reach;
    if (reach === 'online' && before !== 'online' && before !== 'unknown') send();
  });
  onVisible(visibility, send);
}

let hasLooked = false;

/** A device that is nearly full gives up old figures before it has to refuse what is written; looked at once a start. */
async function makeRoomOnce(uid: string | null): Promise<void> {
  if (uid === null || hasLooked) return;
  hasLooked = true;
  const { makeRoom } = await import('#src/offline/make-room.ts');
  await makeRoom(uid, false);
}

/** The server has another database: what it lacks is sent again, and what is shown may be gone. */
function followRestores({ instance, queryClient }: SignedInPorts, send: () => void): void {
  let known = instance.get();
  instance.subscribe(() => {
    if (known !== null) void forgetLost(queryClient);
    known = instance.get();
    send();
  });
}

/** Asks for everything on the screen again; what the server no longer has, or does not tell, is shown no longer. */
async function forgetLost(queryClient: QueryClient): Promise<void> {
  // What a page that is being opened asks for is on its way from the new one.
  queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' });
  await queryClient.invalidateQueries();
  await queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
}

/** Seasons of crops, a year of records and what they are held against come when nobody waits for anything any more. `now`: epoch ms. */
async function prepareLater(queryClient: QueryClient, session: SessionStore, now: number): Promise<void> {
  try {
    const { keepSeasons, keepComparisons } = await import('./worker/season-prefetch.ts');
    await keepSeasons(queryClient, session, now);
    const { prepareAll } = await import('./worker/offline-prefetch.ts');
    await prepareAll(queryClient, session);
    await keepComparisons(queryClient, session, now);
  } catch {
    // The line broke; the next time the page is looked at it goes on.
  }
}

/** Chromium's save-data switch; other browsers do not say. */
function isSparing(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}
