import type { Query, QueryClient } from '@tanstack/react-query';
import { afterNavigation } from '#src/lib/navigation.ts';

/**
 * Refetches every read on the screen after a write, or only some. If the write leads to another page, that page's
 * reads: what was deleted must not be asked for by the page that is being left.
 *
 * A read of a page that is still opening may have been answered before the write: it is marked stale when its response
 * arrives.
 */
export function refetchAll(
  client: Pick<QueryClient, 'invalidateQueries' | 'refetchQueries' | 'getQueryCache'>,
  predicate: (query: Query) => boolean = () => true,
): void {
  const cache = client.getQueryCache();
  const early = cache.findAll({ type: 'inactive', fetchStatus: 'fetching', predicate });
  const overtaken = new Set(cache.findAll({ type: 'active', fetchStatus: 'fetching', predicate }));
  void client.invalidateQueries({ predicate, refetchType: 'none' });
  for (const { promise, queryKey } of early) {
    const invalidate = () => client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(invalidate, invalidate);
  }
  const isDue = (query: Query) => predicate(query) && (query.isStale() || overtaken.has(query));
  void afterNavigation()
    .then(() => client.refetchQueries({ type: 'active', predicate: isDue }))
    .then(() => cache.findAll({ type: 'active', predicate }).forEach(markIfFailed));
}

/** What could not be read again may be from before the write: it shows its age, as a copy does. */
function markIfFailed(query: Query): void {
  const { status, data } = query.state;
  if (status === 'error' && Object(data).fetchedAt !== undefined)
    query.setState({ data: { ...Object(data), isFallback: true } });
}
