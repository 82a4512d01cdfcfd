import {
  focusManager,
  onlineManager,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import { pause, type Timers } from '#src/offline/timers.ts';
import { awaitedAnswer } from '../call/awaited-answer.ts';
import type { Call, Fetched } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { ApiError } from '../call/errors.ts';
import type { RetryLater } from './retry-later.ts';

/** Responses younger than this are not refetched, ms (from the specification). */
const DEDUPE_MS = 2_000;
/** Focus refetches at most this often, ms (from the specification). */
const FOCUS_THROTTLE_MS = 5_000;

/** With a token, the network gets this long before a cached copy is painted, ms. */
const PAINT_AFTER_MS = 150;

/** Statuses on which the worker deletes its copy, too (sw/api-reads.ts). */
const GONE: readonly number[] = [403, 404, 410];

export type QueryPorts = {
  call: Call;
  credentials: Pick<Credentials, 'hasToken'>;
  retryLater: RetryLater;
  /** Called for every read that failed. */
  reportFailure(queryKey: QueryKey, error: unknown): void;
  timers: Timers;
};

/** The app's QueryClient, with the specification's defaults. It fetches whatever `readQuery` describes. */
export function createQueryClient({ call, credentials, retryLater, reportFailure, timers }: QueryPorts): QueryClient {
  async function ask({ queryKey, meta, signal }: QueryFunctionContext): Promise<unknown> {
    const asks = meta?.ask;
    if (!asks) throw new Error(`nothing says how to ask for ${JSON.stringify(queryKey)}`);
    const painting = new AbortController();
    if (meta.isKept && client.getQueryData(queryKey) === undefined) {
      void paint(queryKey, () => asks(call, { readMode: 'cache-only', signal: painting.signal }), painting.signal);
    }
    try {
      return await awaitedAnswer((given) => asks(call, { signal: given }), {
        stop: signal,
        isMissed: () => client.getQueryData(queryKey) === undefined,
      });
    } finally {
      painting.abort();
    }
  }

  /**
   * Shows the device's copy while the network request runs: at once without a token, otherwise after a short delay, so
   * that a fast response does not flicker.
   */
  async function paint(
    queryKey: QueryKey,
    readCopy: () => Promise<Fetched<unknown>>,
    signal: AbortSignal,
  ): Promise<void> {
    if (credentials.hasToken()) await pause(timers, PAINT_AFTER_MS).done;
    if (signal.aborted) return;
    try {
      const seen = await readCopy();
      const isWanted = !signal.aborted && client.getQueryData(queryKey) === undefined;
      // Marked as stale, so that it never counts as the pending response.
      if (isWanted) client.setQueryData(queryKey, seen, { updatedAt: 1 });
    } catch {
      // No copy, or none in time: wait for the network's response as usual.
    }
  }

  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSettled: (data, _error, query) => retryLater.settled(client, query, data),
      onError: (error, query) => {
        reportFailure(query.queryKey, error);
        // Data that the server has deleted, or denies to this user, must not stay on the screen.
        if (error instanceof ApiError && GONE.includes(error.status)) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ask,
        staleTime: DEDUPE_MS,
        // The first attempt always runs: the worker may answer without a network.
        networkMode: 'offlineFirst',
        // Errors are shown at once and retried in the background (retry-later.ts).
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

/** Refetches on focus, at most once in five seconds. */
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

/** Makes the measured state of the connection, not the browser's, decide what waits for a network. */
export function followConnection(isUp: () => boolean, subscribe: (listener: () => void) => () => void): void {
  onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(isUp())));
}
