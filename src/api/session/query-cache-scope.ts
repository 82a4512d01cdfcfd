import type { QueryClient } from '@tanstack/react-query';
import type { BootCache } from './boot-cache.ts';
import type { SessionPorts } from './session-types.ts';

/** What this page holds of a user: the query cache and the boot state. One user at a time. */
export function createQueryCacheScope(
  queryClient: QueryClient,
  bootState: BootCache,
  persistence: Pick<SessionPorts['memory'], 'kept' | 'confirmed'>,
): SessionPorts['memory'] {
  let present: string | null = null;

  async function drop(): Promise<void> {
    present = null;
    await queryClient.cancelQueries();
    queryClient.clear();
  }

  return {
    async enter(uid) {
      if (present !== null && present !== uid) await drop();
      present = uid;
      await bootState.open(uid);
    },
    async leave(uid, forget) {
      // Stop the persister first: clearing the cache must not be written as the user's new boot state.
      await bootState.close(uid, forget);
      // A wipe that ends late must not clear the next user's reads.
      if (present === uid) await drop();
    },
    ...persistence,
  };
}
