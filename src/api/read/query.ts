import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { offlinePolicies } from '#contract/wire/offline-policies.ts';
import type { Call, CallInput, Fetched } from '../call/call.ts';
import { queryName } from '../call/query-name.ts';
import type { CallOptions } from '../call/transport.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Path and query, the worker's cache key. */
      url: string;
      /** Whether localStorage stores it for the first paint. */
      isPersisted: boolean;
      /** Whether the worker caches it. */
      isKept: boolean;
      /** Makes the call; undefined on a query restored from localStorage that was not requested yet. */
      ask?: (call: Call, options: CallOptions) => Promise<Fetched<unknown>>;
    };
  }
}

/**
 * Query options to read an endpoint: `useQuery(readQuery(areaValues, { params: { farmId } }))`. The data is `Seen`:
 * the value, when the server sent it, and whether it came from the network or the device. The QueryClient makes the
 * call (query-client.ts).
 */
export function readQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const { params = {}, query = {} }: { params?: object; query?: object } = input;
  const url = urlOf(endpoint, { ...params }, { ...query });
  const { keeping } = offlinePolicies[endpoint.offline];
  const isKept = keeping !== null;
  const isPersisted = keeping?.isInFirstPaint === true;
  return queryOptions<Fetched<AnswerOf<E>>>({
    queryKey: [queryName(endpoint), params, query],
    meta: { url, isPersisted, isKept, ask: (call, options) => call(endpoint, input, options) },
    // Persisted reads must not be garbage-collected before they are written; longer times overflow the browser's
    // timers.
    ...(isPersisted && { gcTime: Number.POSITIVE_INFINITY }),
  });
}
