import type { QueryClient } from '@tanstack/react-query';
import { SESSION_MESSAGE_KEY } from '#contract/user/auth.ts';
import { observable } from '#src/lib/observable.ts';
import type { DeviceState } from '#src/offline/device-state.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import type { Timers } from '#src/offline/timers.ts';
import type { Postable } from './call/ask-worker.ts';
import { BOOT_KEY, keepStorage, type TextStorage } from './call/browser-storage.ts';
import { type Call, type CallPorts, createCall } from './call/call.ts';
import { type Connectivity, createConnectivity, isReachable, probeServer } from './call/connectivity.ts';
import { createFreshness } from './call/freshness.ts';
import { observesServer } from './call/observe-server.ts';
import { createServerClock, readShown, type ServerClock } from './call/server-clock.ts';
import type { Visibility } from './call/visibility.ts';
import type { Outbox, OutboxPorts } from './outbox/outbox.ts';
import type { LoadOutbox } from './outbox/outbox-context.ts';
import { noteWaiting } from './outbox/unsent-note.ts';
import { createQueryClient } from './read/query-client.ts';
import { createFailureReport } from './read/report-failures.ts';
import { createRetryLater } from './read/retry-later.ts';
import { AuthClient } from './session/auth-protocol.ts';
import type { BootCache } from './session/boot-cache.ts';
import { IdentityKeeper, type KeeperPorts } from './session/identity-keeper.ts';
import { createQueryCacheScope } from './session/query-cache-scope.ts';
import { SessionStore } from './session/session-store.ts';
import type { SignedInParts, SignedInPorts } from './signed-in.ts';

/** The device's cache is filled after the first screen, ms. */
const WARM_AFTER_MS = 4_000;

/** What a client needs from the page it runs in (browser-ports.ts); tests pass their own. */
export type ClientPorts = {
  fetch: typeof fetch;
  timers: Timers;
  /** The device's clock, epoch ms. */
  deviceNow(): number;
  /** Time since any instant, ms, whatever the device's clock is set to. */
  steadyNow(): number;
  origin(): string;
  /** Navigates away from the app. */
  leave(to: string): void;
  visibility: Visibility;
  storage: TextStorage;
  /** Reads the state in the device database; null when it cannot be read. */
  readDeviceState(): Promise<DeviceState | null>;
  /** Opens the databases for one use. */
  withOffline: KeeperPorts['withOffline'];
  locks: KeeperPorts['locks'];
  /** Reaches the worker and every other page, but not this one; null where the browser has no BroadcastChannel. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  /** The worker that controls this page, if any. */
  worker(): Postable | null;
  /** Reports an error to the server's log. */
  log(code: string, error: unknown, more?: Record<string, string>): void;
  loadSignedIn(): Promise<{ startSignedIn(ports: SignedInPorts): SignedInParts }>;
  loadOutbox(): Promise<{ createOutbox(ports: OutboxPorts): Outbox }>;
};

/**
 * Everything outside the components: created once per page, passed to components by ClientProvider and to routes as
 * context.
 */
export type Client = {
  session: SessionStore;
  keeper: IdentityKeeper;
  call: Call;
  clock: ServerClock;
  connectivity: Connectivity;
  queryClient: QueryClient;
  /** Loads what is needed after sign-in; null when the files cannot be loaded, and the next call tries again. */
  signedIn(): Promise<SignedInParts | null>;
  outbox: LoadOutbox;
  /** Refetches every read that failed or came from the device because the network failed. */
  retryAll(): void;
};

/** Creates the parts and connects them. Sends no request and adds no listener: boot.ts starts it. */
export function createClient(ports: ClientPorts): Client {
  const { fetch, timers, deviceNow, visibility, storage, channel } = ports;
  const { isVisible } = visibility;
  const clock = createServerClock(deviceNow, { steadyNow: ports.steadyNow, lastShown: readShown(storage) });
  const instance = observable<string | null>(null);
  const observe = observesServer(clock, instance, deviceNow);
  const probe = () => probeServer(fetch, timers);
  const connectivity = createConnectivity({ probe, timers, now: deviceNow, isVisible });
  const { report } = connectivity;
  const keeper = new IdentityKeeper({
    storage,
    truth: ports.readDeviceState,
    withOffline: ports.withOffline,
    locks: ports.locks,
    timers,
    announce: (message) => channel?.postMessage(message),
    serverOffset: clock.offset.get,
  });
  const session = new SessionStore({
    auth: createAuth(ports, { observe, report, probe }),
    keeper,
    memory: {
      enter: (uid) => scope.enter(uid),
      leave: (uid, forget) => scope.leave(uid, forget),
      kept: () => scope.kept(),
      confirmed: () => scope.confirmed(),
    },
    now: clock.now,
    restoreOffset: clock.restore,
    timers,
    isVisible,
    broadcast(trigger) {
      const timestamp = Math.floor(deviceNow() / 1_000);
      storage.setItem(SESSION_MESSAGE_KEY, JSON.stringify({ event: 'session', data: { trigger }, timestamp }));
    },
    leave: ports.leave,
  });
  const freshness = createFreshness(ports.steadyNow);
  const call = createCall({
    fetch,
    credentials: session,
    clock,
    observe,
    freshness,
    report,
    reportBug: (error) => ports.log('CONTRACT_ERROR', error, { requestId: error.requestId }),
    hasWorker: () => ports.worker() !== null,
    deviceNow,
    timers,
  });
  const isReachableNow = () => isReachable(connectivity);
  const retryLater = createRetryLater({ timers, isVisible, isReachable: isReachableNow });
  const queryClient = createQueryClient({
    call,
    credentials: session,
    retryLater,
    reportFailure: createFailureReport(ports.log),
    timers,
  });
  const retryAll = () => retryLater.retryAll(queryClient);
  const made = { queryClient, credentials: session, clock, freshness, report, instance, isReachable: isReachableNow };
  const outbox = lateOutbox(ports, made);
  const signedIn = lateParts(ports, { queryClient, session, call, connectivity, freshness, instance, outbox });
  const warmUp = async (which: 'all' | 'unread') => void (await (await signedIn())?.warmUp(which));
  const scope = createQueryCacheScope(queryClient, lateBootState(storage, signedIn), {
    kept: () => void warmUp('all'),
    confirmed() {
      retryAll();
      timers.after(WARM_AFTER_MS, () => void warmUp('unread'));
    },
  });
  return { session, keeper, call, clock, connectivity, queryClient, outbox, signedIn, retryAll };
}

function lateParts(
  ports: ClientPorts,
  made: Pick<SignedInPorts, 'queryClient' | 'session' | 'call' | 'connectivity' | 'freshness' | 'instance' | 'outbox'>,
): Client['signedIn'] {
  const { fetch, timers, storage, visibility, channel, worker, deviceNow } = ports;
  let loading: Promise<SignedInParts | null> | null = null;
  return () => {
    loading ??= ports.loadSignedIn().then(
      ({ startSignedIn }) => startSignedIn({ ...made, fetch, timers, storage, visibility, channel, worker, deviceNow }),
      () => {
        // There is no connection and no worker yet: only live values and the quick start are missing.
        loading = null;
        return null;
      },
    );
    return loading;
  };
}

type Line = Pick<Connectivity, 'report'> & Pick<CallPorts, 'observe'> & { probe: () => ReturnType<typeof probeServer> };

function createAuth(
  { fetch, origin, timers, deviceNow, log }: ClientPorts,
  { observe, report, probe }: Line,
): AuthClient {
  return new AuthClient({
    fetch,
    origin,
    timers,
    deviceNow,
    log,
    observe,
    report,
    isServerUp: async () => (await probe()) === 'ok',
  });
}

function lateOutbox(
  { fetch, timers, deviceNow, locks, channel, worker, loadOutbox }: ClientPorts,
  made: Pick<
    OutboxPorts,
    'queryClient' | 'credentials' | 'clock' | 'freshness' | 'report' | 'instance' | 'isReachable'
  >,
): LoadOutbox {
  const { random } = Math;
  const wakeWorker = () => worker()?.postMessage({ type: 'SEND' }, []);
  const makeRoom = async (uid: string, isRefused: boolean) =>
    (await import('#src/offline/make-room.ts')).makeRoom(uid, isRefused);
  const announce = (uid: string) => channel?.postMessage({ type: 'sent', uid } satisfies WorkerEvent);
  const own = { fetch, timers, deviceNow, locks, wakeWorker, keepStorage, makeRoom, noteWaiting, announce, random };
  let loading: Promise<Outbox | null> | null = null;
  return () => {
    loading ??= loadOutbox().then(
      ({ createOutbox }) => createOutbox({ ...made, ...own }),
      () => {
        // There is no connection and no worker yet: writes are sent directly, and the next write tries again.
        loading = null;
        return null;
      },
    );
    return loading;
  };
}

function lateBootState(storage: TextStorage, signedIn: Client['signedIn']): BootCache {
  let hasOpened = false;
  return {
    async open(uid) {
      hasOpened = true;
      await (await signedIn())?.bootState.open(uid);
    },
    async close(uid, forget) {
      // Removed at once, whether or not the rest succeeds.
      if (forget) storage.removeItem(BOOT_KEY + uid);
      if (hasOpened) await (await signedIn())?.bootState.close(uid, forget);
    },
  };
}
