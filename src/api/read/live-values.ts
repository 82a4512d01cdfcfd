import type { QueryClient } from '@tanstack/react-query';
import type { LiveValues } from '#contract/monitor/live.ts';
import type { AreaValues } from '#contract/monitor/monitor.ts';
import { realTimers } from '#src/offline/timers.ts';
import type { Seen } from '../call/call.ts';
import { connectivity } from '../call/connectivity.ts';
import { KEEP_RUNNING } from '../call/query-name.ts';
import { session } from '../session/session.ts';
import { createLiveStream } from './live-stream.ts';
import { mergeLive } from './merge-live.ts';

/** Puts what comes in into the tiles' cache. When it was fetched stays as it was: only the values themselves are new. */
function patchValues(queryClient: QueryClient, name: string, { farmIndex, values }: LiveValues): void {
  const key = [name, { farmId: farmIndex }];
  for (const [queryKey, seen] of queryClient.getQueriesData<Seen<AreaValues>>({ queryKey: key })) {
    if (!seen) continue;
    const value = mergeLive(seen.value, values);
    const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
    if (value !== seen.value) queryClient.setQueryData(queryKey, { ...seen, value }, { updatedAt });
  }
}

/** Follows the server's stream while somebody is signed in and looks at the page; a hidden page needs no line. */
export function keepValuesLive(
  queryClient: QueryClient,
  name: string,
  onVisible: (listener: () => void) => () => void,
): void {
  const stream = createLiveStream({
    fetch: (...request) => fetch(...request),
    credentials: session,
    timers: realTimers,
    random: Math.random,
    createParser: async (onEvent) => (await import('eventsource-parser')).createParser({ onEvent }),
    onValues: (values) => patchValues(queryClient, name, values),
    onConnected: () => void queryClient.refetchQueries({ queryKey: [name], type: 'active', stale: true }, KEEP_RUNNING),
    report: connectivity.report,
  });
  const decide = () => {
    const isWatched = document.visibilityState === 'visible';
    if (isWatched && session.get().status === 'authenticated' && session.hasToken()) stream.run();
    else stream.stop();
  };
  session.subscribe(decide);
  document.addEventListener('visibilitychange', decide);
  onVisible(decide);
  decide();
}
