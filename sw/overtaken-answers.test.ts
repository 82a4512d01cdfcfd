import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import { deleteReads } from '#src/offline/read-db.ts';
import { aWorker, device, identity, uid } from '../tests/support/app/reads-worker.ts';
import type { WarmKey } from './api-reads.ts';

const LIST: WarmKey = { key: '/api/manage/growing?farmIndex=1', policy: 'reference', isPublic: false };

beforeEach(async () => {
  await device.write({ ...emptyDeviceState, currentUid: uid, identity, sessionEpoch: 1 });
  await deleteReads(uid);
});

/** A worker whose server has begun to answer a read, and answers another one before that arrives. */
async function anOvertakenAnswer(early: { body?: string; etag?: string }, later: { body: string; etag?: string }) {
  const worker = aWorker();
  const { ask, seen, server, timers, work, told } = worker;
  await seen(LIST, { body: '["first"]', etag: '"v1"' });
  server.does({ ...early, stalls: true, headers: { 'X-Server-Time': String(timers.now()) } });
  await ask(LIST);
  await timers.pass(1_000);
  server.does(later);
  // A page that has just written asks the server itself.
  const now = await ask(LIST, { mode: 'network-only' });
  expect(await now.text()).toBe(later.body);
  await timers.pass(1_000);
  await expect.poll(() => worker.kept(LIST.key)).toBe(later.body);
  told.length = 0;
  server.release();
  await Promise.all(work);
  return worker;
}

test('an answer that arrives after a later one does not take its place', async () => {
  const { kept, told } = await anOvertakenAnswer({ body: '["before"]' }, { body: '["written"]', etag: '"v2"' });
  expect(await kept(LIST.key)).toBe('["written"]');
  expect(told).toEqual([{ type: 'reach', reason: null }]);
});

test('a confirmation makes nothing newer but what it is about', async () => {
  const { copies } = await anOvertakenAnswer({ etag: '"v1"' }, { body: '["written"]', etag: '"v2"' });
  const before = (await copies.find(uid, LIST.key))?.row;
  expect(before).toMatchObject({ body: '["written"]', etag: '"v2"' });
  expect(before?.serverTime).toBe(before?.fetchedAt);
});

test('a server whose clock was set back is believed again', async () => {
  const { ask, seen, server, timers, kept, work } = aWorker();
  await seen(LIST, { body: '["first"]' });
  await timers.pass(1_000);
  server.does({ body: '["since"]', headers: { 'X-Server-Time': String(timers.now() - 3_600_000) } });
  await ask(LIST);
  await Promise.all(work);
  expect(await kept(LIST.key)).toBe('["since"]');
});
