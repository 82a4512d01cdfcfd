import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { dehydrate, MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore } from '@tanstack/react-query-persist-client';
import type { Device, PeerQueue } from './queue.ts';

type Variables = { path: string; body: string; key: string };

/**
 * Persisted mutations of TanStack Query by its manual: default function, paused while offline, resumed after a restore.
 */
export function openQueue({ storage }: Device): PeerQueue {
  const client = new QueryClient();
  client.setMutationDefaults(['write'], {
    async mutationFn({ path, body, key }: Variables) {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const answer = await fetch(`http://farm.test${path}`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(String(answer.status));
    },
  });
  const persister = createSyncStoragePersister({ storage, throttleTime: 0 });
  const persist = () => persister.persistClient({ buster: '', timestamp: Date.now(), clientState: dehydrate(client) });
  client.getMutationCache().subscribe(() => void persist());
  return {
    async put(path, body) {
      onlineManager.setOnline(false);
      const observer = new MutationObserver<void, Error, Variables>(client, { mutationKey: ['write'] });
      observer.mutate({ path, body, key: crypto.randomUUID() }).catch(() => {});
      await persist();
    },
    async send() {
      onlineManager.setOnline(false);
      await persistQueryClientRestore({ queryClient: client, persister });
      onlineManager.setOnline(true);
      await client.resumePausedMutations().catch(() => {});
    },
    async left() {
      const kept = dehydrate(client).mutations;
      return kept.length;
    },
  };
}
