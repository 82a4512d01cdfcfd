import { type FetchQueryOptions, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Starts a read and resolves with the first result that can be drawn: from the query cache, the device or the server.
 * Rejects as the read does.
 */
export function firstResult<T, Key extends QueryKey>(
  queryClient: QueryClient,
  read: FetchQueryOptions<T, Error, T, Key>,
): Promise<T> {
  const answered = queryClient.fetchQuery(read);
  const known = queryClient.getQueryData<T>(read.queryKey);
  if (known !== undefined) {
    answered.catch(() => {
      // The page shows the known data, and that the server did not answer.
    });
    return Promise.resolve(known);
  }
  const hash = hashKey(read.queryKey);
  return new Promise((resolve, reject) => {
    const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
      const painted = query.queryHash === hash ? queryClient.getQueryData<T>(read.queryKey) : undefined;
      if (painted !== undefined) resolve(painted);
    });
    answered.then(resolve, reject).finally(unsubscribe);
  });
}
