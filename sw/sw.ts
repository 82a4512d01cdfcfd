import { EXPECTED_USER, READ_MODE } from '#contract/wire/headers.ts';
import { offlinePolicies } from '#contract/wire/offline-policies.ts';
import { type CachedRead, cachedRead, keyOf } from '#src/offline/cached-read.ts';
import { openDevice } from '#src/offline/device-db.ts';
import { userIn } from '#src/offline/headers.ts';
import { readWorkerEvent, WORKER_EVENTS_CHANNEL, type WorkerEvent } from '#src/offline/messages.ts';
import { deleteAllReads, deleteReads, openReads } from '#src/offline/read-db.ts';
import { storageSpace } from '#src/offline/storage-space.ts';
import { deleteTiles, openTiles } from '#src/offline/tile-db.ts';
import { realTimers } from '#src/offline/timers.ts';
import { ApiReads, type ReadRequest } from './api-reads.ts';
import { serveAppShell } from './app-shell.ts';
import { handleMessages } from './message-handler.ts';
import { askToBeWoken, createOutboxSender } from './outbox-sender.ts';
import { ResponseCache } from './response-cache.ts';
import { createTileClient } from './tile-client.ts';
import { TilePartitions } from './tile-partition.ts';
import { TileRecords } from './tile-records.ts';
import { prepareFarms } from './tile-sync.ts';

declare const self: ServiceWorkerGlobalScope;

const device = openDevice();
const news = new BroadcastChannel(WORKER_EVENTS_CHANNEL);
const now = () => Date.now();
const copies = new ResponseCache({ device, openReads, deleteReads, deleteAllReads, now });
const ask = (url: string, init: RequestInit) => fetch(url, init);
const announce = (message: WorkerEvent) => news.postMessage(message);
const reads = new ApiReads({ fetch: ask, copies, announce, now, timers: realTimers });
const partitions = new TilePartitions({ device, openTiles, deleteTiles, storageSpace, now });
const tileClient = createTileClient({ fetch: ask, timers: realTimers, now, abortMs: offlinePolicies.tiles.abortMs });
const { locks } = self.navigator;
const outbox = createOutboxSender({
  device,
  fetch: ask,
  timers: realTimers,
  locks,
  now,
  random: Math.random,
  announce,
});
const records = new TileRecords({ partitions, server: tileClient, timers: realTimers });

// One `if` per policy; other requests go to the network as if there were no worker.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method !== 'GET') return;
  const kept = cachedRead(url.pathname);
  if (kept) event.respondWith(answer(asked(request, url, kept), (work) => event.waitUntil(work)));
});

/** Answers records from tiles where possible, everything else by its offline policy. */
async function answer(read: ReadRequest, keepAlive: (work: Promise<unknown>) => void): Promise<Response> {
  return (await records.answer(read)) ?? reads.answer(read, keepAlive);
}

news.addEventListener('message', ({ data }) => {
  const event = readWorkerEvent(data);
  if (event?.type !== 'epoch') return;
  reads.release(event.uid);
  copies.release(event.uid);
  partitions.release(event.uid);
  outbox.release();
});

// Chromium only. A rejected promise makes the browser retry later.
self.addEventListener('sync', (event: Event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(sendOrComeAgain());
});

async function sendOrComeAgain(): Promise<void> {
  if (!(await outbox.send(true))) throw new Error('not all was sent');
}

// A page that has just opened will need both databases, so they open while its scripts load.
device
  .read()
  .then(({ currentUid }) => copies.find(currentUid, ''))
  .catch(() => {
    // Storage hangs; the callers will notice.
  });

/** Aborted when a new version is to take over. */
const retiring = new AbortController();

serveAppShell();
handleMessages({
  device,
  reads,
  partitions,
  stopPreparing: () => retiring.abort(),
  prepare: ({ uid, token, farms, days: mostDays }) =>
    prepareFarms(
      { partitions, server: tileClient, announce, mostDays, stopped: retiring.signal },
      { uid, authorization: `Bearer ${token}` },
      farms,
    ),
  async send() {
    await askToBeWoken(self.registration);
    await outbox.send(false);
  },
});

function asked({ headers }: Request, url: URL, kept: CachedRead): ReadRequest {
  const mode = headers.get(READ_MODE);
  return {
    key: keyOf(url),
    ...kept,
    uid: userIn(headers, EXPECTED_USER),
    authorization: headers.get('Authorization'),
    mode: mode === 'cache-only' || mode === 'network-only' ? mode : 'default',
  };
}
