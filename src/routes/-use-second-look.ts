import { type QueryKey, type QueryMeta, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '#src/api/call/call.ts';

/** A read as `readQuery` describes it. */
type Read = { queryKey: QueryKey; meta?: QueryMeta | undefined };

/**
 * Asks the server itself before something the device remembers bars the user from a page: what was lacking may have been
 * given since. True while the answer is awaited, which then stands in the cache; without one the device is believed.
 */
export function useSecondLook({ queryKey, meta }: Read, isBarred: boolean): boolean {
  const call = useCall();
  const queryClient = useQueryClient();
  const look = useQuery({
    queryKey: ['second look', ...queryKey],
    queryFn: async ({ signal }) => {
      const seen = await meta?.ask?.(call, { only: 'network', signal });
      if (seen) queryClient.setQueryData(queryKey, seen);
      return seen !== undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isBarred,
  });
  return isBarred && look.isPending;
}
