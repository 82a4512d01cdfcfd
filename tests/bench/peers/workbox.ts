import { Queue } from 'workbox-background-sync';
import type { PeerQueue } from './queue.ts';

/** `workbox-background-sync` with the options of its manual. */
export function openQueue(): PeerQueue {
  const queue = new Queue('writes');
  return {
    async put(path, body) {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
      const request = new Request(`http://farm.test${path}`, { method: 'POST', headers, body });
      await queue.pushRequest({ request });
    },
    // Without Background Sync it sends automatically when the worker starts.
    send: async () => {},
    left: () => queue.size(),
  };
}
