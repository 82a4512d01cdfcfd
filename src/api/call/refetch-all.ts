import type { QueryClient } from '@tanstack/react-query';

/**
 * Refetches every read on the screen after a write. A read of a page that is still opening may have been answered
 * before the write: it is marked stale when its response arrives.
 */
export function refetchAll(client: Pick<QueryClient, 'invalidateQueries' | 'getQueryCache'>): void {
  const early = client.getQueryCache().findAll({ type: 'inactive', fetchStatus: 'fetching' });
  void client.invalidateQueries();
  for (const { promise, queryKey } of early) {
    const invalidate = () => client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(invalidate, invalidate);
  }
}
