import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Refetches every read on the screen after a write, or only some. A read of a page that is still opening may have been
 * answered before the write: it is marked stale when its response arrives.
 */
export function refetchAll(
  client: Pick<QueryClient, 'invalidateQueries' | 'getQueryCache'>,
  predicate: (query: Query) => boolean = () => true,
): void {
  const early = client.getQueryCache().findAll({ type: 'inactive', fetchStatus: 'fetching', predicate });
  void client.invalidateQueries({ predicate });
  for (const { promise, queryKey } of early) {
    const invalidate = () => client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(invalidate, invalidate);
  }
}
