import { drain } from '#src/offline/outbox/drain.ts';
import { openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { sendEntry } from '#src/offline/outbox/send.ts';
import { realTimers } from '#src/offline/timers.ts';
import { aWrite } from '../../support/app/outbox-harness.ts';
import type { Device, PeerQueue } from './queue.ts';

const ask = (path: string, init: RequestInit) => fetch(`http://farm.test${path}`, init);

/** The outbox of this app. */
export function openQueue({ locks }: Device): PeerQueue {
  const store = openOutbox('grower');
  return {
    async put(path, body) {
      await store.put(aWrite({ path, body, lane: path }));
    },
    async send() {
      await drain(
        {
          uid: 'grower',
          store,
          locks,
          token: async () => 't-1',
          renew: async () => null,
          send: (claimed) => sendEntry({ fetch: ask, timers: realTimers }, claimed),
          now: Date.now,
          random: Math.random,
          isStopped: () => false,
          onAttempt: () => {},
        },
        true,
      );
    },
    left: () => store.count(),
  };
}
