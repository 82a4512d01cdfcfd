import type { QueryClient } from '@tanstack/react-query';
import type { LiveValues } from '#contract/monitor/live.ts';
import { type AreaValues, areaValues } from '#contract/monitor/monitor.ts';
import type { Observable } from '#src/lib/observable.ts';
import type { Fetched } from '../call/call.ts';
import type { Credentials } from '../call/credentials.ts';
import { KEEP_RUNNING, queryName } from '../call/query-name.ts';
import type { Visibility } from '../call/visibility.ts';
import type { SessionState } from '../session/session-types.ts';
import { createLiveStream, type LivePorts } from './live-stream.ts';
import { mergeLive } from './merge-live.ts';

/** Writes incoming values into the query cache of the tiles. `fetchedAt` stays unchanged: only the values are new. */
function patchValues(queryClient: QueryClient, name: string, { farmIndex, values }: LiveValues): void {
  const key = [name, { farmId: farmIndex }];
  for (const [queryKey, seen] of queryClient.getQueriesData<Fetched<AreaValues>>({ queryKey: key })) {
    if (!seen) continue;
    const value = mergeLive(seen.value, values);
    const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
    if (value !== seen.value) queryClient.setQueryData(queryKey, { ...seen, value }, { updatedAt });
  }
}

type LiveValuesPorts = Pick<LivePorts, 'fetch' | 'timers' | 'report'> & {
  queryClient: QueryClient;
  session: Observable<SessionState> & Credentials;
  visibility: Visibility;
};

/**
 * Follows the server's stream while somebody is signed in and the page is visible; a hidden page needs no connection.
 */
export function keepValuesLive(ports: LiveValuesPorts): void {
  const { queryClient, session, visibility, fetch, timers, report } = ports;
  const name = queryName(areaValues);
  const stream = createLiveStream({
    fetch,
    credentials: session,
    timers,
    random: Math.random,
    createParser: async (onEvent) => (await import('eventsource-parser')).createParser({ onEvent }),
    onValues: (values) => patchValues(queryClient, name, values),
    // Always refetch: a value that arrived after the read and before the stream opened is in neither.
    onConnected: () => void queryClient.refetchQueries({ queryKey: [name], type: 'active' }, KEEP_RUNNING),
    report,
  });
  const decide = () => {
    if (visibility.isVisible() && session.get().status === 'authenticated' && session.hasToken()) stream.run();
    else stream.stop();
  };
  session.subscribe(decide);
  visibility.subscribe(decide);
  decide();
}
