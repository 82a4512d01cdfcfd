import { stationOf } from '#contract/weather/station-number.ts';
import { buildId } from '#src/offline/build-id.ts';
import { cachedRead, keyOf } from '#src/offline/cached-read.ts';
import type { DeviceStore } from '#src/offline/device-db.ts';
import { type Ask, type AskHandlers, answerAsk } from '#src/offline/messages.ts';
import { untilSent } from '#src/offline/outbox/sending.ts';
import { realTimers, within } from '#src/offline/timers.ts';
import type { ApiReads } from './api-reads.ts';
import type { TilePartitions } from './tile-partition.ts';

declare const self: ServiceWorkerGlobalScope;

/** How long an update waits for a write that is being sent, ms. */
const SENDING_LIMIT_MS = 20_000;

type Parts = {
  device: Pick<DeviceStore, 'read'>;
  reads: ApiReads;
  partitions: TilePartitions;
  prepare(ask: Ask<'PREPARE'>): Promise<void>;
  /** Ends the prefetching that runs, and lets none begin. */
  stopPreparing(): void;
  /** Sends the outbox, and registers a background sync for the rest. */
  send(): Promise<unknown>;
};

/** Answers messages of the pages. */
export function handleMessages(parts: Parts): void {
  const handlers = handlersOf(parts);
  self.addEventListener('message', (event) => {
    const answered = answerAsk(handlers, event.data);
    if (!answered) return;
    const reply = (message: unknown) => event.ports[0]?.postMessage(message);
    // When storage hangs, the page gets null instead of waiting for its own timeout.
    event.waitUntil(answered.then(reply, () => reply(null)));
  });
}

function handlersOf({ device, reads, partitions, prepare, stopPreparing, send }: Parts): AskHandlers {
  return {
    async SKIP_WAITING() {
      // Every page reloads afterwards. Locks that do not respond must not block an update.
      await within(realTimers, SENDING_LIMIT_MS, untilSent(navigator.locks)).catch(() => {});
      await self.skipWaiting();
      return {};
    },
    HELLO: async () => ({ build: buildId }),
    async CLAIM({ build }) {
      // A page of another build must not be controlled by this worker.
      if (build === buildId) await self.clients.claim();
      return {};
    },
    async CLIENTS() {
      return { clients: (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length };
    },
    WARM: async ({ keys, uid, token }) => ({ kept: await reads.warm(ownReads(keys), uid, token) }),
    async PREPARE(ask) {
      await prepare(ask);
      return {};
    },
    async RETIRE() {
      stopPreparing();
      return {};
    },
    async SEND() {
      await send();
      return {};
    },
    async PREPARED({ uid }) {
      const partition = await partitions.open(uid);
      const farms = (await partition?.store.farms()) ?? [];
      // Lead farms and weather stations are prefetched for comparison only, so they are not listed.
      return {
        farms: farms.filter(({ farm, comparedWithFarm }) => comparedWithFarm === undefined && stationOf(farm) === null),
      };
    },
    DEVICE_STATE: async () => ({ state: await device.read() }),
  };
}

/** Only reads that the worker caches anyway, so that a message cannot send the token elsewhere. */
function ownReads(keys: readonly string[]) {
  return keys.flatMap((asked) => {
    const url = new URL(asked, self.location.origin);
    const kept = url.origin === self.location.origin ? cachedRead(url.pathname) : null;
    return kept ? [{ key: keyOf(url), ...kept }] : [];
  });
}
