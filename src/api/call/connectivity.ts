import { useEffect, useState } from 'react';
import { backoff } from '#src/lib/backoff.ts';
import { type Observable, observable } from '#src/lib/observable.ts';
import { requiredContext } from '#src/lib/required-context.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { isOurs } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import { realTimers, type Timers } from '#src/offline/timers.ts';

/**
 * What the last results say of the way to our server. degraded: answers are late or missing, not all of them.
 * captive: something in between answers, usually the sign-in page of a Wi-Fi. unknown: nothing was tried yet.
 */
type Reach = 'online' | 'degraded' | 'offline' | 'captive' | 'unknown';

type ConnectivityState = {
  reach: Reach;
  /** Since when, epoch ms of the device's clock. */
  since: number;
};

const PROBE_PATH = '/api/healthz';

/** The pauses between probes while nothing gets through, ms; healthy lines are not probed. */
const PROBE_PAUSES_MS = [15_000, 30_000, 60_000, 120_000] as const;

export type ProbeResult = 'ok' | NoAnswerReason;

type ConnectivityPorts = {
  probe(): Promise<ProbeResult>;
  timers: Timers;
  now(): number;
  isVisible(): boolean;
};

export type Connectivity = Observable<ConnectivityState> & {
  /** A request came back: null for an answer of our server, otherwise why there was none. */
  report(reason: NoAnswerReason | null): void;
  /** The browser says that it has no network. It is believed in this direction only. */
  browserOffline(): void;
  /** A good moment to look again: the browser says there is a network, or the page became visible. */
  lookAgain(): void;
};

/** Knows the connection from results, and asks by itself only while they are bad. */
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
    // One missing answer may be a slow one; with a second nothing is known to get through.
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
      // A failed fetch looks the same for a dead server and for a redirecting portal: once found, captive stays
      // until something gets through.
      if (!(reason === 'offline' && state.get().reach === 'captive')) judge(reason);
      if (reason === null) stopProbing();
      else if (wasHealthy) void probeNow();
      else probeLater();
    },
    browserOffline() {
      set('offline');
      probeLater();
    },
    lookAgain() {
      if (isHealthy()) return;
      stopProbing();
      void probeNow();
    },
  };
}

/** A probe without an answer for this long has none, ms. */
const PROBE_LIMIT_MS = 4_000;

/** Asks `/api/healthz` and believes only its own words. */
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
    const body: unknown = isOurs(response.headers) ? await response.json() : null;
    const isUp = typeof body === 'object' && body !== null && 'ok' in body && body.ok === true;
    return isUp ? 'ok' : 'not-ours';
  } catch {
    // Nobody there; whether late or refused is all there is to know.
    return isLate ? 'timeout' : 'offline';
  } finally {
    cancel();
  }
}

export const [ConnectivityContext, useConnectivityStore] = requiredContext<Connectivity>('Connectivity');

/** Whether asking the server has a point, as far as the last results tell. */
export function isReachable({ get }: Pick<Connectivity, 'get'>): boolean {
  const { reach } = get();
  return reach !== 'offline' && reach !== 'captive';
}

/** How long the connection must have been bad before that is said, ms; blips show nothing. */
const SAY_AFTER_MS = 3_000;

/** The state of the connection for banners: good news at once, bad news once it has lasted three seconds. */
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
