import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Backoff, backoff } from '#src/lib/backoff.ts';
import type { Timers } from '#src/offline/timers.ts';
import { useConnectivityStore } from '../call/connectivity.ts';
import { isRetryable } from '../call/errors.ts';
import { KEEP_RUNNING } from '../call/query-name.ts';
import { RETRY_PAUSES_MS } from '../call/retry-pauses.ts';

type RetryPorts = {
  timers: Timers;
  isVisible(): boolean;
  /** Whether a request is worth trying; when that changes to true, `retryAll` is called. */
  isReachable(): boolean;
};

type AnyQuery = Query<unknown, unknown, unknown, readonly unknown[]>;

export type RetryLater = {
  /** A read ended, with or without success; `data` is the result before the cache's structural sharing. */
  settled(client: QueryClient, query: AnyQuery, data: unknown): void;
  /** Refetches at once everything that failed or came from the device because the network failed. */
  retryAll(client: QueryClient): void;
};

/**
 * Errors are shown at once and retried in the background, as the specification says: every five seconds, then more
 * slowly. A response from the device because the network failed counts as an error here.
 */
export function createRetryLater({ timers, isVisible, isReachable }: RetryPorts): RetryLater {
  const failures = new Map<string, { pauses: Backoff; cancel: () => void }>();

  return {
    settled(client, query, data) {
      const hash = query.queryHash;
      const pauses = failures.get(hash)?.pauses ?? backoff(RETRY_PAUSES_MS);
      failures.get(hash)?.cancel();
      failures.delete(hash);
      if (!isFailing(query, data)) return;
      const cancel = timers.after(pauses.next(), () => {
        if (!isVisible() || !isReachable() || query.getObserversCount() === 0) return;
        void client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }, KEEP_RUNNING);
      });
      failures.set(hash, { pauses, cancel });
    },

    retryAll(client) {
      void client.refetchQueries(
        { type: 'active', predicate: ({ queryHash }) => failures.has(queryHash) },
        KEEP_RUNNING,
      );
    },
  };
}

/** Whether a read lacks a server response that a retry may bring. */
function isFailing({ state }: AnyQuery, data: unknown): boolean {
  if (state.status === 'error') return isRetryable(state.error);
  const { isFallback }: { isFallback?: unknown } = Object(data);
  return isFallback === true;
}

/**
 * For pages that could not be shown at all: calls `retry` with the same pauses, and as soon as the connection is back,
 * while the error is temporary.
 */
export function useAutoRetry(error: unknown, retry: () => void): void {
  const latest = useRef(retry);
  const [pauses] = useState(() => backoff(RETRY_PAUSES_MS));
  const connectivity = useConnectivityStore();
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    if (!isRetryable(error)) return;
    const id = setTimeout(() => latest.current(), pauses.next());
    const unsubscribe = connectivity.subscribe(() => {
      if (connectivity.get().reach === 'online') latest.current();
    });
    return () => {
      clearTimeout(id);
      unsubscribe();
    };
  }, [error, pauses, connectivity]);
}
