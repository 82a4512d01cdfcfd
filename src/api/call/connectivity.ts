import { useEffect, useState } from 'react';
import { backoff } from '#src/lib/backoff.ts';
import { type Observable, observable } from '#src/lib/observable.ts';
import { requiredContext } from '#src/lib/required-context.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { isFromOwnServer } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import { realTimers, type Timers } from '#src/offline/timers.ts';

/**
 * Whether our server can be reached, judged by the last results. degraded: some responses are late or missing.
 * captive: something else answers, usually the sign-in page of a Wi-Fi. unknown: nothing was tried yet.
 */
type Reach = 'online' | 'degraded' | 'offline' | 'captive' | 'unknown';

type ConnectivityState = {
  reach: Reach;
  /** Start of this state, epoch ms of the device's clock. */
  since: number;
};

const PROBE_PATH = '/api/healthz';

/** Pauses between probes while the server cannot be reached, ms; a healthy connection is not probed. */
const PROBE_PAUSES_MS = [15_000, 30_000, 60_000, 120_000] as const;

export type ProbeResult = 'ok' | NoAnswerReason;

type ConnectivityPorts = {
  probe(): Promise<ProbeResult>;
  timers: Timers;
  now(): number;
  isVisible(): boolean;
};

export type Connectivity = Observable<ConnectivityState> & {
  /** Records the result of a request: null if our server answered, otherwise why it did not. */
  report(reason: NoAnswerReason | null): void;
  /** The browser reports that it is offline. Its report of being online is not trusted. */
  browserOffline(): void;
  /** Probes now: the browser reports a network, or the page became visible. */
  recheck(): void;
};

/** Derives the state of the connection from the results of requests; it sends probes only while the state is bad. */
export function createConnectivity({ probe, timers, now, isVisible }: ConnectivityPorts): Connectivity {
  const state = observable<ConnectivityState>({ reach: 'unknown', since: now() });
  let cancelProbe: (() => void) | null = null;
  const pauses = backoff(PROBE_PAUSES_MS);
  let timeouts = 0;
  let isProbing = false;

  function set(reach: Reach): void {
    if (state.get().reach !== reach) state.set({ reach, since: now() });
  }

  function isHealthy(): boolean {
    const { reach } = state.get();
    return reach === 'online' || reach === 'unknown';
  }

  function judge(reason: NoAnswerReason | null): void {
    timeouts = reason === 'timeout' ? timeouts + 1 : 0;
    if (reason === null) set('online');
    else if (reason === 'not-ours') set('captive');
    else if (reason === 'offline') set('offline');
    // One missing response may just be slow; after a second one the server counts as unreachable.
    else set(timeouts > 1 ? 'offline' : 'degraded');
  }

  function stopProbing(): void {
    cancelProbe?.();
    cancelProbe = null;
    pauses.reset();
  }

  function probeLater(): void {
    if (cancelProbe) return;
    cancelProbe = timers.after(pauses.next(), () => {
      cancelProbe = null;
      if (isVisible()) void probeNow();
    });
  }

  async function probeNow(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const result = await probe();
    isProbing = false;
    judge(result === 'ok' ? null : result);
    if (isHealthy()) stopProbing();
    else probeLater();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    report(reason) {
      const wasHealthy = isHealthy();
      // A failed fetch looks the same for a dead server and for a redirecting portal: `captive` stays until a request
      // succeeds.
      if (!(reason === 'offline' && state.get().reach === 'captive')) judge(reason);
      if (reason === null) stopProbing();
      else if (wasHealthy) void probeNow();
      else probeLater();
    },
    browserOffline() {
      set('offline');
      probeLater();
    },
    recheck() {
      if (isHealthy()) return;
      stopProbing();
      void probeNow();
    },
  };
}

/** Timeout of a probe, ms. */
const PROBE_LIMIT_MS = 4_000;

/** Requests `/api/healthz` and accepts only our server's own response. */
export async function probeServer(fetch: typeof globalThis.fetch, timers: Timers = realTimers): Promise<ProbeResult> {
  const abort = new AbortController();
  let isLate = false;
  const cancel = timers.after(PROBE_LIMIT_MS, () => {
    isLate = true;
    abort.abort();
  });
  try {
    const init = { redirect: 'manual', cache: 'no-store', signal: abort.signal } as const;
    const response = await fetch(PROBE_PATH, init);
    if (response.type === 'opaqueredirect') return 'not-ours';
    const body: unknown = isFromOwnServer(response.headers) ? await response.json() : null;
    const isUp = typeof body === 'object' && body !== null && 'ok' in body && body.ok === true;
    return isUp ? 'ok' : 'not-ours';
  } catch {
    // Nobody answered; only a timeout can be told from a refusal.
    return isLate ? 'timeout' : 'offline';
  } finally {
    cancel();
  }
}

export const [ConnectivityContext, useConnectivityStore] = requiredContext<Connectivity>('Connectivity');

/** Whether a request is worth trying, judged by the last results. */
export function isReachable({ get }: Pick<Connectivity, 'get'>): boolean {
  const { reach } = get();
  return reach !== 'offline' && reach !== 'captive';
}

/** How long the connection must be bad before the banner says so, ms; short interruptions show nothing. */
const SAY_AFTER_MS = 3_000;

/** The state of the connection for banners: an improvement shows at once, a problem after three seconds. */
export function useConnectivity(): Reach {
  const { reach, since } = useObservable(useConnectivityStore());
  const [said, setSaid] = useState<Reach>('unknown');
  const isBad = reach === 'offline' || reach === 'captive' || reach === 'degraded';
  useEffect(() => {
    if (!isBad) return setSaid(reach);
    const id = setTimeout(() => setSaid(reach), Math.max(0, since + SAY_AFTER_MS - Date.now()));
    return () => clearTimeout(id);
  }, [isBad, reach, since]);
  return isBad ? said : reach;
}
