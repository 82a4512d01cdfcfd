import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type AreaValues, areaValues } from '#contract/monitor/monitor.ts';
import type { Observable } from '#src/lib/observable.ts';
import type { Fetched } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { KEEP_RUNNING, queryName } from '../call/query-name.ts';
import type { Visibility } from '../call/visibility.ts';
import type { SessionState } from '../session/session-types.ts';
import { createLiveStream, type LivePorts } from './live-stream.ts';
import { type LiveValue, mergeLive, newestOf } from './merge-live.ts';

/** What the open stream has said: the newest value of each sensor, by farm. */
type Heard = Map<number, Map<number, LiveValue>>;

/**
 * Writes what the stream has said of a farm into its tiles' query. `fetchedAt` stays unchanged: only the values are
 * new.
 */
function patchValues(queryClient: QueryClient, queryKey: QueryKey, heard: Heard): void {
  const seen = queryClient.getQueryData<Fetched<AreaValues>>(queryKey);
  const farmId = Reflect.get(Object(queryKey[1]), 'farmId');
  const newest = heard.get(farmId);
  if (!seen || !newest) return;
  const value = mergeLive(seen.value, newest);
  if (value === seen.value) return;
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  queryClient.setQueryData(queryKey, { ...seen, value }, { updatedAt });
}

type LiveValuesPorts = Pick<LivePorts, 'fetch' | 'timers' | 'report'> & {
  queryClient: QueryClient;
  session: Observable<Pick<SessionState, 'status'>> & Pick<Credentials, 'uid' | 'token' | 'hasToken' | 'renew'>;
  visibility: Visibility;
};

/**
 * Follows the server's stream while somebody is signed in and the page is visible; a hidden page needs no connection.
 */
export function keepValuesLive(ports: LiveValuesPorts): void {
  const { queryClient, session, visibility, fetch, timers, report } = ports;
  const name = queryName(areaValues);
  const tiles = { queryKey: [name], type: 'active' } as const;
  const heard: Heard = new Map();
  const stream = createLiveStream({
    fetch,
    credentials: session,
    timers,
    random: Math.random,
    createParser: async (onEvent) => (await import('eventsource-parser')).createParser({ onEvent }),
    onValues: ({ farmIndex, values }) => {
      heard.set(farmIndex, newestOf([...(heard.get(farmIndex)?.values() ?? []), ...values]));
      const all = queryClient.getQueriesData({ queryKey: [name, { farmId: farmIndex }] });
      for (const [queryKey] of all) patchValues(queryClient, queryKey, heard);
    },
    // Always refetch: a value that arrived after the read and before the stream opened is in neither. A read that is
    // under way may have been answered before the stream opened.
    onConnected: async () => {
      heard.clear();
      if (queryClient.isFetching(tiles) > 0) await queryClient.refetchQueries(tiles, KEEP_RUNNING);
      await queryClient.refetchQueries(tiles, KEEP_RUNNING);
    },
    report,
  });
  // An answer may have been read before values that the stream has brought meanwhile.
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === name) patchValues(queryClient, query.queryKey, heard);
  });
  const decide = () => {
    if (visibility.isVisible() && session.get().status === 'authenticated' && session.hasToken()) stream.run();
    else stream.stop();
  };
  session.subscribe(decide);
  visibility.subscribe(decide);
  decide();
}
