import { createQueryClient, type QueryPorts } from '#src/api/read/query-client.ts';
import { manualTimers } from '../manual-timers.ts';

/** The app's QueryClient, without a server unless given. */
export function aQueryClient(ports: Partial<QueryPorts> = {}) {
  return createQueryClient({
    call: () => Promise.reject(new Error('this test asks nobody')),
    credentials: { hasToken: () => true },
    retryLater: { settled: () => {}, retryAll: () => {} },
    reportFailure: () => {},
    timers: manualTimers(),
    ...ports,
  });
}
