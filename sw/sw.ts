import { openDevice } from '#src/offline/device-db.ts';
import { EXPECTED_USER, READ_MODE, userIn } from '#src/offline/headers.ts';
import { type KeptRead, keptRead } from '#src/offline/kept-reads.ts';
import { DEVICE_STATE_PATH, NEWS_CHANNEL, readNews } from '#src/offline/messages.ts';
import { deleteReads, openReads } from '#src/offline/read-db.ts';
import { keyOf } from '#src/offline/request-class.ts';
import { realTimers } from '#src/offline/timers.ts';
import { ApiReads, type Asked } from './api-reads.ts';
import { serveAppShell, takeOverFirstVisit } from './app-shell.ts';
import { Copies } from './kept-copies.ts';
import { answerPages } from './page-asks.ts';

declare const self: ServiceWorkerGlobalScope;

const device = openDevice();
const news = new BroadcastChannel(NEWS_CHANNEL);
const now = () => Date.now();
const copies = new Copies({ device, openReads, deleteReads, now });
const reads = new ApiReads({
  fetch: (url, init) => fetch(url, init),
  copies,
  announce: (message) => news.postMessage(message),
  now,
  timers: realTimers,
});

// One `if`, one policy; what no one claims goes to the network as if there were no worker.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method !== 'GET') return;
  if (url.pathname === DEVICE_STATE_PATH) return event.respondWith(deviceState());
  const kept = keptRead(url.pathname);
  if (kept) return event.respondWith(reads.answer(asked(request, url, kept), (work) => event.waitUntil(work)));
});

news.addEventListener('message', ({ data }) => {
  const told = readNews(data);
  if (told?.type === 'epoch') copies.release(told.uid);
});

// A page that has just opened will ask for both; the databases open while its scripts are being read.
device
  .read()
  .then(({ currentUid }) => copies.find(currentUid, ''))
  .catch(() => {
    // The storage hangs; whoever asks will find out.
  });

serveAppShell();
takeOverFirstVisit();
answerPages(reads);

function asked({ headers }: Request, url: URL, kept: KeptRead): Asked {
  const mode = headers.get(READ_MODE);
  return {
    key: keyOf(url),
    ...kept,
    uid: userIn(headers, EXPECTED_USER),
    authorization: headers.get('Authorization'),
    mode: mode === 'peek' ? 'copy' : mode === 'network' ? 'network' : 'network-and-copy',
  };
}

async function deviceState(): Promise<Response> {
  try {
    return Response.json(await device.read(), { headers: { 'Cache-Control': 'no-store' } });
  } catch {
    // The storage hangs; the page goes on with what localStorage says.
    return Response.json(null, { status: 503 });
  }
}
