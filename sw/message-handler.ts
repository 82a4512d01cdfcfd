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

/** What is being sent is waited for no longer than this, ms. */
const SENDING_LIMIT_MS = 20_000;

type Parts = {
  device: Pick<DeviceStore, 'read'>;
  reads: ApiReads;
  partitions: TilePartitions;
  prepare(ask: Ask<'PREPARE'>): Promise<void>;
  /** Sends what waits in the outbox, and asks to be woken for it when there is a network again. */
  send(): Promise<unknown>;
};

/** Answers what pages ask by message. */
export function handleMessages(parts: Parts): void {
  const handlers = handlersOf(parts);
  self.addEventListener('message', (event) => {
    const answered = answerAsk(handlers, event.data);
    if (!answered) return;
    const reply = (message: unknown) => event.ports[0]?.postMessage(message);
    // The storage hangs, say; whoever asked need not wait until their limit to learn that there is no reply.
    event.waitUntil(answered.then(reply, () => reply(null)));
  });
}

function handlersOf({ device, reads, partitions, prepare, send }: Parts): AskHandlers {
  return {
    async SKIP_WAITING() {
      // Every page reloads then. Locks that do not answer hold up no update.
      await within(realTimers, SENDING_LIMIT_MS, untilSent(navigator.locks)).catch(() => {});
      await self.skipWaiting();
      return {};
    },
    HELLO: async () => ({ build: buildId }),
    async CLAIM({ build }) {
      // A page of a newer version waits for the worker of its own.
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
    async SEND() {
      await send();
      return {};
    },
    async PREPARED({ uid }) {
      const partition = await partitions.open(uid);
      const farms = (await partition?.store.farms()) ?? [];
      // Lead farms and weather stations are brought to be compared with, not to be opened.
      return {
        farms: farms.filter(({ farm, comparedWithFarm }) => comparedWithFarm === undefined && stationOf(farm) === null),
      };
    },
    DEVICE_STATE: async () => ({ state: await device.read() }),
  };
}

/** Only what the worker keeps anyway, so that a message cannot send the token elsewhere. */
function ownReads(keys: readonly string[]) {
  return keys.flatMap((asked) => {
    const url = new URL(asked, self.location.origin);
    const kept = url.origin === self.location.origin ? cachedRead(url.pathname) : null;
    return kept ? [{ key: keyOf(url), ...kept }] : [];
  });
}
