import { buildId } from '#src/offline/build-id.ts';
import { cachedRead, keyOf } from '#src/offline/cached-read.ts';
import { type PageMessage, readPageMessage } from '#src/offline/messages.ts';
import type { ApiReads } from './api-reads.ts';

declare const self: ServiceWorkerGlobalScope;

type Prepare = (ask: PageMessage & { type: 'PREPARE' }) => Promise<void>;

/** Answers what pages ask by message. A reply may be lost with the worker: pages wait for it with a limit. */
export function handleMessages(reads: ApiReads, prepare: Prepare): void {
  self.addEventListener('message', (event) => {
    const ask = readPageMessage(event.data);
    if (ask) event.waitUntil(answer(reads, prepare, ask, (reply) => event.ports[0]?.postMessage(reply)));
  });
}

async function answer(
  reads: ApiReads,
  prepare: Prepare,
  ask: PageMessage,
  reply: (message: unknown) => void,
): Promise<void> {
  switch (ask.type) {
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'HELLO':
      return reply({ build: buildId });
    case 'CLIENTS':
      return reply({ clients: (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length });
    case 'WARM':
      return reply({ kept: await reads.warm(ownReads(ask.keys), ask.uid, ask.token) });
    case 'PREPARE':
      await prepare(ask);
      return reply({});
  }
}

/** Only what the worker keeps anyway, so that a message cannot send the token elsewhere. */
function ownReads(keys: readonly string[]) {
  return keys.flatMap((asked) => {
    const url = new URL(asked, self.location.origin);
    const kept = url.origin === self.location.origin ? cachedRead(url.pathname) : null;
    return kept ? [{ key: keyOf(url), ...kept }] : [];
  });
}
