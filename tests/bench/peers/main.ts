import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { DAY_MS } from '#contract/time/time.ts';
import { type Treatment, writeServer } from '../../support/app/write-server.ts';
import { openQueue as openOurs } from './ours.ts';
import type { Device, PeerQueue } from './queue.ts';
import { openQueue as openTanStack } from './tanstack.ts';
import type { openQueue as openWorkbox } from './workbox.ts';

/** Workbox allows a process to open a queue only once, so each process gets new modules. */
type Workbox = () => Promise<{ openQueue: typeof openWorkbox }>;

/** Starts a process of an app with this queue, on the stored data of the device. */
type Start = () => Promise<PeerQueue>;

type Case = {
  title: string;
  treats?: Treatment[];
  /** The process ends while its first request is in flight. */
  isKilled?: true;
  isSignedOut?: true;
  daysLater?: number;
  /** Number of processes that send at the same time. */
  tabs?: number;
};

const cases: readonly Case[] = [
  { title: 'nothing happens' },
  { title: 'killed in mid-send', isKilled: true },
  { title: 'session over (401)', isSignedOut: true },
  { title: 'changed meanwhile (409)', treats: [{ status: 409, code: 'CHANGED_MEANWHILE' }] },
  { title: 'server fails once (500)', treats: [{ status: 500, code: 'INTERNAL' }] },
  { title: 'answer lost on its way', treats: ['dies-after'] },
  { title: '8 days without a signal', daysLater: 8 },
  { title: 'two tabs send together', tabs: 2 },
];

const WRITES = 3;

/**
 * Runs each case on an empty device: how many of three writes are on the server in the end, still on the device, or
 * lost.
 */
export async function* comparePeers(versionOf: (name: string) => string, loadWorkbox: Workbox) {
  const device = aDevice();
  const peers: readonly { name: string; start: Start }[] = [
    { name: 'this outbox', start: async () => openOurs(device) },
    {
      name: `workbox-background-sync ${versionOf('workbox-background-sync')}`,
      start: async () => (await loadWorkbox()).openQueue(),
    },
    {
      name: `TanStack Query ${versionOf('@tanstack/react-query')}, persisted`,
      start: async () => openTanStack(device),
    },
  ];
  yield `| case | ${peers.map(({ name }) => name).join(' | ')} |`;
  yield `|---|${'---|'.repeat(peers.length)}`;
  for (const one of cases) {
    const results: string[] = [];
    for (const { start } of peers) {
      results.push(await resultOf(one, start, device));
      device.clear();
    }
    yield `| ${one.title} | ${results.join(' | ')} |`;
  }
}

async function resultOf(
  { treats = [], isKilled, isSignedOut, daysLater = 0, tabs = 1 }: Case,
  start: Start,
  device: TestDevice,
) {
  const server = writeServer('grower');
  let isLineDead = false;
  let isOffline = true;
  globalThis.fetch = async (input, init) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    const request = new Request(input, init);
    const headers = new Headers(request.headers);
    headers.set('X-Expected-User', 'grower');
    const body = await request.text();
    if (isLineDead) return new Promise(() => {});
    return server.fetch(new URL(request.url).pathname, { method: request.method, headers, body });
  };
  const writer = await start();
  for (let at = 0; at < WRITES; at += 1) await writer.put(`/api/thing:${at}`, JSON.stringify({ created: at }));

  await still();

  const { now } = Date;
  Date.now = () => now() + daysLater * DAY_MS;
  server.treats(...treats);
  isLineDead = isKilled ?? false;
  server.session.user = isSignedOut ? null : 'grower';
  isOffline = false;
  const processes = await Promise.all(Array.from({ length: tabs }, start));
  for (const { send } of processes) void send();
  await still();

  // The network is back, and the app starts again twice.
  isLineDead = false;
  device.free();
  server.session.user = 'grower';
  let left = 0;
  for (let starts = 2; starts > 0; starts -= 1) {
    const later = await start();
    void later.send();
    await still();
    left = await later.left();
  }
  Date.now = now;
  const done = new Set(server.done.map(({ path }) => path)).size;
  const again = server.done.length - done;
  const parts = [`${done} sent`, left > 0 && `${left} kept`, again > 0 && `${again} doubled`];
  const gone = WRITES - done - left;
  return [...parts, gone > 0 && `**${gone} gone**`].filter(Boolean).join(', ');
}

/** Waits for everything that does not depend on timers. */
const still = () => new Promise((resolve) => setTimeout(resolve, 400));

type TestDevice = Device & { clear(): void; free(): void };

/** An empty device whose processes can be ended. */
function aDevice(): TestDevice {
  const rows = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    storage: {
      getItem: (key) => rows.get(key) ?? null,
      setItem: (key, value) => void rows.set(key, value),
      removeItem: (key) => void rows.delete(key),
    },
    locks: {
      request(_, act) {
        const mine = last.then(act);
        last = mine.catch(() => {});
        return mine;
      },
    },
    clear() {
      rows.clear();
      // Replaced, because a database with open connections cannot be deleted.
      globalThis.indexedDB = new IDBFactory();
      Dexie.dependencies.indexedDB = globalThis.indexedDB;
      last = Promise.resolve();
    },
    free() {
      last = Promise.resolve();
    },
  };
}
