import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import { openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { aWrite } from '../tests/support/app/outbox-harness.ts';
import { device, identity } from '../tests/support/app/reads-worker.ts';
import { writeServer } from '../tests/support/app/write-server.ts';
import { manualTimers } from '../tests/support/manual-timers.ts';
import { createOutboxSender } from './outbox-sender.ts';

const HOUR_MS = 3_600_000;
const timers = manualTimers();
const SIGNED_IN_AT = timers.now();

beforeEach(async () => {
  await device.write(emptyDeviceState);
});

/** A worker of a user's phone that is woken while no page is open. */
async function aSender(uid: string) {
  const signedIn = { ...identity, userId: uid, signedInAt: SIGNED_IN_AT };
  await device.write({ currentUid: uid, identity: signedIn, sessionEpoch: 1 });
  const server = writeServer(uid);
  const clock = { now: SIGNED_IN_AT };
  const told: WorkerEvent[] = [];
  let questions = 0;
  /** The server's answer to the session cookie. */
  function sessionAnswer(): Response {
    questions += 1;
    const { user } = server.session;
    const { userAuthority, isNew, urlMap } = signedIn;
    const of = { userId: user, user: { name: '농부' }, expires: '', jwtToken: `t-${questions}` };
    const body = JSON.stringify(user === null ? {} : { ...of, userAuthority, isNew, urlMap });
    return new Response(body, { headers: { 'Content-Type': 'application/json', 'X-Api': '1' } });
  }
  const sender = createOutboxSender({
    device,
    fetch: async (url, init) => (url === '/api/auth/session' ? sessionAnswer() : server.fetch(url, init)),
    timers,
    locks: { request: (_name, act) => act() },
    now: () => clock.now,
    random: () => 0.5,
    announce: (news) => void told.push(news),
  });
  return { sender, server, store: openOutbox(uid, timers), clock, told, questions: () => questions };
}

test('sends what waits with a token of the session’s cookie, and tells the windows once', async () => {
  const { sender, server, store, told, questions } = await aSender('woken');
  const [first, second] = [await store.put(aWrite()), await store.put(aWrite())];
  expect(await Promise.all([sender.send(true), sender.send(true)])).toEqual([true, true]);
  expect(server.done.map(({ key }) => key)).toEqual([first?.id, second?.id]);
  expect(await store.count()).toBe(0);
  expect(told).toEqual([{ type: 'sent', uid: 'woken' }]);
  expect(questions()).toBe(1);
});

test('asks nobody anything when nothing waits', async () => {
  const { sender, questions } = await aSender('nothing');
  expect(await sender.send(true)).toBe(true);
  expect(questions()).toBe(0);
});

test('comes again while the server is not heard, and the entry stays', async () => {
  const { sender, server, store } = await aSender('unheard');
  await store.put(aWrite());
  server.treats('dies-before');
  expect(await sender.send(true)).toBe(false);
  expect(await store.count()).toBe(1);
  expect(await sender.send(true)).toBe(true);
  expect(server.done).toHaveLength(1);
});

test('sends nothing of a user whose session is another’s by now, or nobody’s', async () => {
  const { sender, server, store } = await aSender('gone');
  await store.put(aWrite());
  for (const user of ['another', null]) {
    server.session.user = user;
    expect(await sender.send(true)).toBe(false);
  }
  expect(server.attempts).toEqual([]);
  expect(await store.count()).toBe(1);
});

test('sends nothing once a sign-in has lasted its hour, nor of whoever has signed out', async () => {
  const { sender, server, store, clock } = await aSender('hour-over');
  await store.put(aWrite());
  clock.now = SIGNED_IN_AT + HOUR_MS;
  await sender.send(true);
  clock.now = SIGNED_IN_AT + HOUR_MS - 1;
  await device.write({ currentUid: null });
  await sender.send(true);
  expect(server.attempts).toEqual([]);
  await device.write({ currentUid: 'hour-over' });
  await sender.send(true);
  expect(server.done).toHaveLength(1);
});

test('takes a newer token when the first was refused', async () => {
  const { sender, server, store, questions } = await aSender('renewed');
  await store.put(aWrite());
  server.treats({ status: 401, code: 'UNAUTHENTICATED' });
  expect(await sender.send(true)).toBe(true);
  expect([questions(), server.done.length]).toEqual([2, 1]);
});

test('begins nothing more once the user’s data on the device has ended', async () => {
  const { sender, server, store } = await aSender('released');
  for (const path of ['/1', '/2']) await store.put(aWrite({ lane: 'crop:1', path }));
  server.treatsBy(() => {
    sender.release();
    return 'does';
  });
  await sender.send(true);
  expect(server.done.map(({ path }) => path)).toEqual(['/1']);
});
