import {
  type QueryClient as Client,
  focusManager,
  onlineManager,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { classOf, classRules } from '#src/offline/request-class.ts';
import type { Timers } from '#src/offline/timers.ts';
import { type CallInput, call, type Seen } from '../call/call.ts';
import { credentials } from '../call/credentials.ts';
import { queryName } from '../call/query-name.ts';
import type { RetryLater } from './retry-later.ts';

/** The specification's constants of data fetching, ms. */
const DEDUPE_MS = 2_000;
const FOCUS_THROTTLE_MS = 5_000;
const SLOW_AFTER_MS = 3_000;

/** With a token at hand the network gets this long before a kept copy is painted in its place, ms. */
const PAINT_AFTER_MS = 150;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Path and query, under which the worker keeps the answer. */
      url: string;
      /** Whether localStorage keeps it for the first paint. */
      persist: boolean;
      /** Whether the device can answer it. */
      isKept: boolean;
      /** Reads the device's copy; missing on what came out of localStorage and was not asked for yet. */
      fromDevice?: (signal?: AbortSignal) => Promise<Seen<unknown>>;
    };
  }
}

/**
 * Reads an endpoint: `useQuery(readQuery(areaValues, { params: { farmId } }))`. The data is `Seen`: the value, when
 * the server gave it, and whether it came from the network or the device.
 */
export function readQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const { params = {}, query = {} }: { params?: object; query?: object } = input;
  const url = urlOf(endpoint, { ...params }, { ...query });
  const isKept = classRules[classOf(endpoint.offline)].kept;
  const persist = endpoint.offline === 'boot';
  const fromDevice = (signal?: AbortSignal) => call(endpoint, input, { only: 'device', ...(signal && { signal }) });
  return queryOptions({
    queryKey: [queryName(endpoint), params, query],
    meta: { url, persist, isKept, fromDevice },
    // What localStorage keeps must not be collected before it is written; longer times overflow the browser's timers.
    ...(persist && { gcTime: Number.POSITIVE_INFINITY }),
    queryFn: async ({ client, queryKey, signal }) => {
      const painting = new AbortController();
      if (isKept && client.getQueryData(queryKey) === undefined) {
        void paint(client, queryKey, fromDevice, painting.signal);
      }
      try {
        return await call(endpoint, input, { signal });
      } finally {
        painting.abort();
      }
    },
  });
}

/** Puts the device's copy where nothing stands yet, so that a screen that is about to be shown has figures at once. */
export async function paintFirst(
  client: Client,
  { queryKey, meta }: Pick<ReturnType<typeof readQuery>, 'queryKey' | 'meta'>,
): Promise<void> {
  if (client.getQueryData(queryKey) !== undefined) return;
  try {
    const seen = await meta?.fromDevice?.();
    if (seen) putPainted(client, queryKey, seen);
  } catch {
    // No copy: the screen begins with empty shapes.
  }
}

/** Marked as old, so that it never counts as the answer that is still awaited. */
function putPainted(client: Client, queryKey: readonly unknown[], seen: Seen<unknown>): void {
  if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, seen, { updatedAt: 1 });
}

/**
 * Shows the device's copy while the network is still asked: at once when there is no token yet, otherwise after a
 * moment, so that a fast answer does not flicker.
 */
async function paint(
  client: Client,
  queryKey: readonly unknown[],
  fromDevice: (signal: AbortSignal) => Promise<Seen<unknown>>,
  signal: AbortSignal,
): Promise<void> {
  if (credentials.hasToken()) await new Promise((resolve) => setTimeout(resolve, PAINT_AFTER_MS));
  if (signal.aborted) return;
  try {
    const seen = await fromDevice(signal);
    if (!signal.aborted) putPainted(client, queryKey, seen);
  } catch {
    // No copy, or none in time: the network's answer is awaited as it would be without.
  }
}

/** The app's QueryClient, with the specification's defaults. */
export function createQueryClient(retryLater: RetryLater): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onSettled: (data, _error, query) => retryLater.settled(client, query, data) }),
    defaultOptions: {
      queries: {
        staleTime: DEDUPE_MS,
        // The first attempt always runs: the worker may have an answer when the network has none.
        networkMode: 'offlineFirst',
        // Errors are seen at once and retried behind (retry-later.ts).
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

type FocusPorts = {
  timers: Timers;
  now(): number;
  onVisible(listener: () => void): () => void;
};

/** Reads are refreshed when the page is looked at again, at most once in five seconds. */
export function throttleFocus({ timers, now, onVisible }: FocusPorts): void {
  focusManager.setEventListener((onFocus) => {
    let last = Number.NEGATIVE_INFINITY;
    let cancel = () => {};
    const unsubscribe = onVisible(() => {
      cancel();
      const focus = () => {
        last = now();
        onFocus();
      };
      const leftMs = last + FOCUS_THROTTLE_MS - now();
      if (leftMs > 0) cancel = timers.after(leftMs, focus);
      else focus();
    });
    return () => {
      cancel();
      unsubscribe();
    };
  });
}

/** Lets the connection as it was found to be, and not the browser's opinion, decide what waits for a network. */
export function followConnection(isUp: () => boolean, subscribe: (listener: () => void) => () => void): void {
  onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(isUp())));
}

/** True once an answer has been awaited for three seconds: time for a sentence beside the empty shapes. */
export function useSlow({ fetchStatus }: { fetchStatus: string }): boolean {
  const [isSlow, setIsSlow] = useState(false);
  const isWaiting = fetchStatus !== 'idle';
  useEffect(() => {
    if (!isWaiting) return;
    const id = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(id);
      setIsSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}
