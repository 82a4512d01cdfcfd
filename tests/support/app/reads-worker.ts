import { openDevice } from '#src/offline/device-db.ts';
import type { Identity } from '#src/offline/device-state.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import { deleteAllReads, deleteReads, openReads } from '#src/offline/read-db.ts';
import { ApiReads, type ReadRequest, type WarmKey } from '../../../sw/api-reads.ts';
import { ResponseCache, type ResponseCachePorts } from '../../../sw/response-cache.ts';
import { manualTimers } from '../manual-timers.ts';
import { type Script, scriptedServer } from './scripted-server.ts';

export const identity: Identity = {
  userId: '농부 A',
  userAuthority: 'ROLE_USER',
  isNew: false,
  urlMap: {},
  name: '농장주',
  signedInAt: 1,
  locked: false,
};
export const uid = identity.userId;
export const device = openDevice();

/** A service worker with its device and its server. */
export function aWorker(more: Partial<ResponseCachePorts> = {}) {
  const timers = manualTimers();
  const { now } = timers;
  const server = scriptedServer(uid, now);
  const told: WorkerEvent[] = [];
  const copies = new ResponseCache({ device, openReads, deleteReads, deleteAllReads, now, ...more });
  const announce = (news: WorkerEvent) => void told.push(news);
  const reads = new ApiReads({ fetch: server.fetch, copies, announce, now, timers });
  const work: Promise<unknown>[] = [];
  const ask = (what: WarmKey, how: Partial<ReadRequest> = {}) =>
    reads.answer({ ...what, uid, authorization: 'Bearer t', mode: 'default', ...how }, (kept) => work.push(kept));
  /** Caches an answer of the server on the device. */
  const seen = async (what: WarmKey, script: Script = {}) => {
    server.does({ body: '["seen"]', ...script });
    await ask(what);
    await Promise.all(work);
    server.asked.length = 0;
    told.length = 0;
  };
  const kept = async (key: string) => (await copies.find(uid, key))?.row?.body ?? null;
  return { timers, server, told, reads, copies, ask, seen, kept, work };
}
