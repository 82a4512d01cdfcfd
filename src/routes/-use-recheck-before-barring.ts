import { type QueryKey, type QueryMeta, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '#src/api/call/call.ts';

/** A read, as returned by `readQuery`. */
type Read = { queryKey: QueryKey; meta?: QueryMeta | undefined };

/**
 * Refetches cached data before it bars the user from a page, because the missing right or farm may have been granted
 * since. True while the response is pending; without a response the cached data counts.
 */
export function useRecheckBeforeBarring({ queryKey, meta }: Read, isBarred: boolean): boolean {
  const call = useCall();
  const queryClient = useQueryClient();
  const recheck = useQuery({
    queryKey: ['recheck', ...queryKey],
    queryFn: async ({ signal }) => {
      const seen = await meta?.ask?.(call, { readMode: 'network-only', signal });
      if (seen) queryClient.setQueryData(queryKey, seen);
      return seen !== undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isBarred,
  });
  return isBarred && recheck.isPending;
}
