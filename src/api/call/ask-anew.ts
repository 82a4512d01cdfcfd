import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks anew for everything that is shown, as something was written. What a page that is just being opened has asked for
 * may have been answered before the write: once its answer is there it counts as old, too.
 */
export function askAnew(client: Pick<QueryClient, 'invalidateQueries' | 'getQueryCache'>): void {
  const early = client.getQueryCache().findAll({ type: 'inactive', fetchStatus: 'fetching' });
  void client.invalidateQueries();
  for (const { promise, queryKey } of early) {
    const invalidate = () => client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(invalidate, invalidate);
  }
}
