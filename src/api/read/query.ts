import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { offlinePolicies } from '#contract/wire/offline-policies.ts';
import type { Call, CallInput, Seen } from '../call/call.ts';
import { queryName } from '../call/query-name.ts';
import type { CallOptions } from '../call/transport.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Path and query, under which the worker keeps the answer. */
      url: string;
      /** Whether localStorage keeps it for the first paint. */
      isPersisted: boolean;
      /** Whether the device can answer it. */
      isKept: boolean;
      /** Makes the call; missing on what came out of localStorage and was not asked for yet. */
      ask?: (call: Call, options: CallOptions) => Promise<Seen<unknown>>;
    };
  }
}

/**
 * Reads an endpoint: `useQuery(readQuery(areaValues, { params: { farmId } }))`. The data is `Seen`: the value, when
 * the server gave it, and whether it came from the network or the device. The QueryClient knows how to ask
 * (query-client.ts).
 */
export function readQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const { params = {}, query = {} }: { params?: object; query?: object } = input;
  const url = urlOf(endpoint, { ...params }, { ...query });
  const { keeping } = offlinePolicies[endpoint.offline];
  const isKept = keeping !== null;
  const isPersisted = keeping?.isInFirstPaint === true;
  return queryOptions<Seen<AnswerOf<E>>>({
    queryKey: [queryName(endpoint), params, query],
    meta: { url, isPersisted, isKept, ask: (call, options) => call(endpoint, input, options) },
    // What localStorage keeps must not be collected before it is written; longer times overflow the browser's timers.
    ...(isPersisted && { gcTime: Number.POSITIVE_INFINITY }),
  });
}
