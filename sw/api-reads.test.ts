import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import { deleteReads, openReads } from '#src/offline/read-db.ts';
import { aWorker, device, identity, uid } from '../tests/support/app/reads-worker.ts';
import type { Script } from '../tests/support/app/scripted-server.ts';
import { settle } from '../tests/support/manual-timers.ts';
import type { WarmKey } from './api-reads.ts';

const VALUES: WarmKey = { key: '/api/sensor-value/group/area/farm/1', policy: 'live', isPublic: false };
const MENU: WarmKey = { key: '/api/menu/side', policy: 'boot', isPublic: false };
const TARGETS: WarmKey = { key: '/api/monitor/target-list?farmIndex=1', policy: 'reference', isPublic: false };
const SITE: WarmKey = { key: '/api/site', policy: 'boot', isPublic: true };

beforeEach(async () => {
  await device.write({ ...emptyDeviceState, currentUid: uid, identity, sessionEpoch: 1 });
  await deleteReads(uid);
});

const from = (response: Response) => [response.status, response.headers.get('X-Cache')];

test('answers from the network, says when, and keeps the answer', async () => {
  const { ask, server, kept, timers, work } = aWorker();
  server.does({ body: '["now"]' });
  const response = await ask(VALUES);
  expect(from(response)).toEqual([200, 'network']);
  expect(response.headers.get('X-Fetched-At')).toBe(String(timers.now()));
  expect(await response.text()).toBe('["now"]');
  await Promise.all(work);
  expect(await kept(VALUES.key)).toBe('["now"]');
});

test('asks as the rules for reads have it and passes the token on', async () => {
  const { ask, server } = aWorker();
  await ask(VALUES);
  const [asked] = server.asked;
  expect(asked?.init).toMatchObject({ redirect: 'error', cache: 'no-store', credentials: 'same-origin' });
  expect(asked?.headers.get('Authorization')).toBe('Bearer t');
  expect(decodeURIComponent(asked?.headers.get('X-Expected-User') ?? '')).toBe(uid);
});

test('shows live figures from the device at once when the server is dead', async () => {
  const { ask, seen, server, timers } = aWorker();
  await seen(VALUES);
  const seenAt = timers.now();
  await timers.pass(600_000);
  server.does({ isDown: true });
  const response = await ask(VALUES);
  expect(from(response)).toEqual([200, 'stale']);
  expect(response.headers.get('X-No-Answer')).toBe('offline');
  expect(response.headers.get('X-Fetched-At')).toBe(String(seenAt));
  expect(response.headers.get('X-Server-Time')).toBeNull();
  expect(await response.text()).toBe('["seen"]');
});

test('waits 2.5 seconds for a stalled server when there is a copy', async () => {
  const { ask, seen, server, timers } = aWorker();
  await seen(VALUES);
  server.does({ stalls: true });
  let answered = '';
  const response = ask(VALUES).then((got) => {
    answered = got.headers.get('X-No-Answer') ?? '';
    return got;
  });
  await timers.pass(2_499);
  expect(answered).toBe('');
  await timers.pass(1);
  expect(from(await response)).toEqual([200, 'stale']);
  expect(answered).toBe('timeout');
});

test('waits 15 seconds when there is none', async () => {
  const { ask, server, timers } = aWorker();
  server.does({ stalls: true });
  let isAnswered = false;
  const response = ask(VALUES).finally(() => {
    isAnswered = true;
  });
  await timers.pass(14_999);
  expect(isAnswered).toBe(false);
  await timers.pass(1);
  const got = await response;
  expect(got.status).toBe(504);
  expect(got.headers.get('X-No-Answer')).toBe('timeout');
});

test('keeps an answer that comes too late and tells the pages', async () => {
  const { ask, seen, server, timers, told, kept, work } = aWorker();
  await seen(VALUES);
  server.does({ stalls: true, body: '["late"]' });
  const response = ask(VALUES);
  await timers.pass(2_500);
  expect(await (await response).text()).toBe('["seen"]');
  server.release();
  await Promise.all(work);
  expect(await kept(VALUES.key)).toBe('["late"]');
  expect(told).toEqual([
    { type: 'reach', reason: null },
    { type: 'updated', uid, key: VALUES.key },
  ]);
});

test('stops waiting after two timeouts, and waits again after an answer in time', async () => {
  const { ask, seen, server, timers, work } = aWorker();
  await seen(VALUES);
  server.does({ stalls: true });
  for (const _ of [1, 2]) {
    const response = ask(VALUES);
    await timers.pass(2_500);
    await response;
  }
  const atOnce = await ask(VALUES);
  expect(from(atOnce)).toEqual([200, 'stale']);
  server.does({ body: '["back"]' });
  server.release();
  await ask(VALUES);
  await timers.pass(20_000);
  await Promise.all(work);
  expect(from(await ask(VALUES))).toEqual([200, 'network']);
});

test('does not take an answer that came late for a sign that the next will be in time', async () => {
  const { ask, seen, server, timers, work } = aWorker();
  await seen(VALUES);
  server.does({ stalls: true });
  for (const _ of [1, 2]) {
    const response = ask(VALUES);
    await timers.pass(2_600);
    await response;
    server.release();
    await Promise.all(work);
  }
  expect(from(await ask(VALUES))).toEqual([200, 'stale']);
});

test('does not count timeouts that are far apart', async () => {
  const { ask, seen, server, timers } = aWorker();
  await seen(VALUES);
  server.does({ stalls: true });
  for (const _ of [1, 2]) {
    const response = ask(VALUES);
    await timers.pass(2_500);
    await response;
    await timers.pass(31_000);
  }
  let isAnswered = false;
  void ask(VALUES).then(() => {
    isAnswered = true;
  });
  await settle();
  expect(isAnswered).toBe(false);
});

test('shows the menu from the device and looks for a newer one behind', async () => {
  const { ask, seen, server, told, kept, work } = aWorker();
  await seen(MENU);
  server.does({ body: '["newer"]', stalls: true });
  const response = await ask(MENU);
  expect(from(response)).toEqual([200, 'hit']);
  server.release();
  await Promise.all(work);
  expect(await kept(MENU.key)).toBe('["newer"]');
  expect(told).toContainEqual({ type: 'updated', uid, key: MENU.key });
});

test('asks for reference data with its tag and renews its age when it still holds', async () => {
  const { ask, seen, server, timers, told, work } = aWorker();
  await seen(TARGETS, { etag: '"v1"' });
  await timers.pass(60_000);
  const at = timers.now();
  server.does({ etag: '"v1"', stalls: true });
  expect(from(await ask(TARGETS))).toEqual([200, 'hit']);
  server.release();
  await Promise.all(work);
  expect(server.asked[0]?.headers.get('If-None-Match')).toBe('"v1"');
  expect(told).toContainEqual({ type: 'updated', uid, key: TARGETS.key });
  server.does({ isDown: true });
  expect((await ask(TARGETS)).headers.get('X-Fetched-At')).toBe(String(at));
});

test.each<[string, Script]>([
  ['a page of a Wi-Fi sign-in', { body: '<html>', headers: { 'X-Api': null, 'Content-Type': 'text/html' } }],
  ['a page that carries our marker', { body: '<html>', headers: { 'Content-Type': 'text/html' } }],
  ['JSON of somebody else', { body: '["theirs"]', headers: { 'X-Api': null } }],
])('neither believes nor keeps %s', async (_, script) => {
  const { ask, seen, server, kept, work } = aWorker();
  await seen(VALUES);
  server.does(script);
  const response = await ask(VALUES);
  expect(await response.text()).toBe('["seen"]');
  expect(response.headers.get('X-No-Answer')).toBe('not-ours');
  await Promise.all(work);
  expect(await kept(VALUES.key)).toBe('["seen"]');
  expect((await ask(MENU)).status).toBe(504);
});

test('lets nothing through that was meant for another user, and stops', async () => {
  const { ask, seen, server, told, kept, work } = aWorker();
  await seen(VALUES);
  server.does({ body: '["secret of B"]', headers: { 'X-User': 'B' } });
  const response = await ask(VALUES);
  expect(response.status).toBe(409);
  expect(await response.text()).not.toContain('secret');
  await Promise.all(work);
  expect(await kept(VALUES.key)).toBe('["seen"]');
  expect(told).toEqual([{ type: 'identity-changed', uid }]);
});

test('takes what everybody may know from an answer for nobody', async () => {
  const { ask, server, kept, work } = aWorker();
  server.does({ body: '["public"]', headers: { 'X-User': 'anon' } });
  expect(from(await ask(SITE, { authorization: null }))).toEqual([200, 'network']);
  await Promise.all(work);
  expect(await kept(SITE.key)).toBe('["public"]');
});

test('drops an answer that comes in after the user has left', async () => {
  const { ask, server, timers, work } = aWorker();
  server.does({ stalls: true, body: '["too late"]' });
  void ask(VALUES);
  await timers.pass(0);
  await device.write({ currentUid: 'B', identity: { ...identity, userId: 'B' }, sessionEpoch: 2 });
  await deleteReads(uid);
  server.release();
  await Promise.all(work);
  const reads = openReads(uid);
  expect(await reads.get(VALUES.key)).toBeUndefined();
});

test('drops an answer of an earlier session of the same user', async () => {
  const { ask, server, timers, kept, work } = aWorker();
  server.does({ stalls: true });
  void ask(VALUES);
  await timers.pass(0);
  await device.write({ sessionEpoch: 2 });
  server.release();
  await Promise.all(work);
  expect(await kept(VALUES.key)).toBeNull();
});

test.each([
  ['another user', { currentUid: 'B' }],
  ['a locked user', { identity: { ...identity, locked: true } }],
  ['a user who is being removed', { wipeJournal: { uid, step: 'reads', endServerSession: true } as const }],
])('shows no copy to %s', async (_, state) => {
  const { ask, seen, server } = aWorker();
  await seen(VALUES);
  await device.write(state);
  server.does({ isDown: true });
  expect((await ask(VALUES)).status).toBe(504);
});

test('goes on showing a user their own copy when the token is refused, and says so', async () => {
  const { ask, seen, server, told, work } = aWorker();
  await seen(VALUES);
  server.does({ status: 401, body: '{"code":"UNAUTHENTICATED"}', headers: { 'X-User': 'anon' } });
  expect(from(await ask(VALUES))).toEqual([200, 'stale']);
  await Promise.all(work);
  expect(told).toEqual([{ type: 'auth-required', uid }]);
});

test('passes a refused token on when there is no copy', async () => {
  const { ask, server } = aWorker();
  server.does({ status: 401, body: '{"code":"UNAUTHENTICATED"}', headers: { 'X-User': 'anon' } });
  expect(from(await ask(VALUES))).toEqual([401, 'network']);
});

test.each([403, 404, 410])('forgets what the server no longer has for the user (%i)', async (status) => {
  const { ask, seen, server, kept, work } = aWorker();
  await seen(VALUES);
  server.does({ status, body: '{"code":"NOT_FOUND"}' });
  expect((await ask(VALUES)).status).toBe(status);
  await Promise.all(work);
  expect(await kept(VALUES.key)).toBeNull();
});

test('shows the copy while the server is in trouble and keeps it', async () => {
  const { ask, seen, server, kept, work } = aWorker();
  await seen(VALUES);
  server.does({ status: 500, body: '{"code":"INTERNAL"}' });
  expect(from(await ask(VALUES))).toEqual([200, 'stale']);
  await Promise.all(work);
  expect(await kept(VALUES.key)).toBe('["seen"]');
});

test('answers from the network when the storage hangs', async () => {
  const never = () => new Promise<never>(() => {});
  const { ask, server } = aWorker({ device: { read: never, change: never } });
  server.does({ body: '["now"]' });
  expect(await (await ask(VALUES)).text()).toBe('["now"]');
  const { ask: askSlowly, server: other, timers } = aWorker({ device: { read: never, change: never } });
  other.does({ body: '["farms"]' });
  const response = askSlowly(MENU);
  await timers.pass(150);
  expect(await (await response).text()).toBe('["farms"]');
});

test('copies of a database that was replaced go, and what the new one says stays', async () => {
  const { ask, seen, server, kept, work } = aWorker();
  server.does({ body: '[]', headers: { 'X-Instance': 'one' } });
  await ask(MENU);
  await seen(VALUES);
  await Promise.all(work);
  server.does({ body: '["restored"]', headers: { 'X-Instance': 'two' } });
  await ask(TARGETS);
  await Promise.all(work);
  expect([await kept(VALUES.key), await kept(MENU.key)]).toEqual([null, null]);
  expect(await kept(TARGETS.key)).toBe('["restored"]');
});

test('answers cache-only from the device alone', async () => {
  const { ask, seen, server } = aWorker();
  const none = await ask(VALUES, { mode: 'cache-only' });
  expect([none.status, none.headers.get('X-No-Answer')]).toEqual([204, 'offline']);
  await seen(VALUES);
  expect(from(await ask(VALUES, { mode: 'cache-only' }))).toEqual([200, 'hit']);
  expect(server.asked).toEqual([]);
});

test('answers from the server alone when told to', async () => {
  const { ask, seen, server } = aWorker();
  await seen(MENU);
  server.does({ body: '["fresh"]' });
  expect(await (await ask(MENU, { mode: 'network-only' })).text()).toBe('["fresh"]');
  server.does({ isDown: true });
  expect((await ask(MENU, { mode: 'network-only' })).status).toBe(504);
});

test('keeps what it is told to fetch before anybody asks', async () => {
  const { reads, server, kept } = aWorker();
  server.does({ body: '["warm"]' });
  expect(await reads.warm([VALUES, MENU, TARGETS], uid, 't')).toBe(3);
  expect(await kept(TARGETS.key)).toBe('["warm"]');
  expect(server.asked.every(({ headers }) => headers.get('Authorization') === 'Bearer t')).toBe(true);
});

test('keeps what was seen before the device knew the user, as old as it is, without asking again', async () => {
  await device.write(emptyDeviceState);
  const { ask, reads, server, timers, work, copies } = aWorker();
  server.does({ body: '["first sight"]' });
  await ask(VALUES);
  await Promise.all(work);
  await timers.pass(2_000);
  await device.write({ currentUid: uid, identity, sessionEpoch: 1 });
  server.does({ isDown: true });
  expect(await reads.warm([VALUES, MENU], uid, 't')).toBe(1);
  const seen = { body: '["first sight"]', fetchedAt: timers.now() - 2_000 };
  expect((await copies.find(uid, VALUES.key))?.row).toMatchObject(seen);
});

test('keeps what was seen before the device knew the user on a page that was left, too', async () => {
  await device.write(emptyDeviceState);
  const { ask, reads, server, work, kept } = aWorker();
  server.does({ body: '["left"]' });
  await ask(MENU);
  await Promise.all(work);
  await device.write({ currentUid: uid, identity, sessionEpoch: 1 });
  await reads.warm([], uid, 't');
  expect(await kept(MENU.key)).toBe('["left"]');
});

test('leaves what was kept since over what was seen before the device knew the user', async () => {
  await device.write(emptyDeviceState);
  const { ask, reads, server, timers, work, kept } = aWorker();
  server.does({ body: '["first sight"]' });
  await ask(VALUES);
  await Promise.all(work);
  await device.write({ currentUid: uid, identity, sessionEpoch: 1 });
  await timers.pass(2_000);
  server.does({ body: '["asked again"]' });
  await ask(VALUES);
  await Promise.all(work);
  server.does({ isDown: true });
  expect(await reads.warm([VALUES], uid, 't')).toBe(1);
  expect(await kept(VALUES.key)).toBe('["asked again"]');
});

test('forgets what was seen by somebody who left before the device knew them', async () => {
  await device.write(emptyDeviceState);
  const { ask, reads, server, work } = aWorker();
  await ask(VALUES);
  await Promise.all(work);
  reads.release(uid);
  await device.write({ currentUid: uid, identity, sessionEpoch: 1 });
  server.does({ isDown: true });
  expect(await reads.warm([VALUES], uid, 't')).toBe(0);
});

test('shows the newest record of the same length for a present that was never fetched', async () => {
  const { ask, seen, server, timers } = aWorker();
  const day = 86_400_000;
  const until = (end: number) => {
    const [from, to] = [end - day, end].map((moment) => encodeURIComponent(new Date(moment).toISOString()));
    return { key: `/api/monitor/record?begin=${from}&end=${to}&sensors=1`, policy: 'live', isPublic: false } as const;
  };
  await seen(until(timers.now()), { body: '["yesterday to now"]' });
  await timers.pass(1_800_000);
  server.does({ isDown: true });
  expect(await (await ask(until(timers.now()))).text()).toBe('["yesterday to now"]');
});
