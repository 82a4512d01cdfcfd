import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { SHARED_KEY } from '#src/api/call/browser-storage.ts';
import { openDevice } from '#src/offline/device-db.ts';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import {
  aStorage,
  fields,
  hasReads,
  keepReads,
  openTab,
  signedIn,
  who,
} from '../../../tests/support/app/session-harness.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { v4Server } from '../../../tests/support/server/v4-server.ts';
import { followUse } from './shared-device.ts';

const device = openDevice();

// A device that has had users; the very first sign-in has its own tests.
beforeEach(() => device.write({ ...emptyDeviceState, sessionEpoch: 1 }));

test('locks after an hour: the server’s session ends, what is kept stays for the same user', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  await keepReads('A');
  await tab.timers.pass(3_599_999);
  expect(who(tab)).toEqual(['authenticated', 'A']);
  await tab.timers.pass(1);
  expect(tab.session.get()).toEqual({ status: 'unauthenticated', data: null, ended: 'timer' });
  expect(server.hasSession()).toBe(false);
  expect(await hasReads('A')).toBe(true);
  expect(await device.read()).toMatchObject({ currentUid: 'A', identity: { locked: true } });
  expect(tab.done).toEqual(['warm up unread', 'close A', 'broadcast signout']);
});

test('waits with the lock while there is no connection and locks when it is back', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  server.trouble.isDown = true;
  await tab.timers.pass(3_660_000);
  expect(who(tab)).toEqual(['authenticated', 'A']);
  server.trouble.isDown = false;
  tab.session.recheck();
  await tab.timers.pass(0);
  expect(tab.session.get()).toMatchObject({ status: 'unauthenticated', ended: 'timer' });
  expect(server.hasSession()).toBe(false);
});

test('counts the hour from signing in, not from opening the app', async () => {
  const server = v4Server();
  const timers = manualTimers();
  await signedIn(openTab(server, { timers }));
  await timers.pass(3_540_000);
  const reloaded = openTab(server, { timers });
  await reloaded.session.start();
  expect(who(reloaded)).toEqual(['authenticated', 'A']);
  await timers.pass(60_000);
  expect(who(reloaded)).toEqual(['unauthenticated', null]);
});

test('shows nothing of a user whose hour is over when the server is there to say so', async () => {
  const server = v4Server();
  const timers = manualTimers();
  await signedIn(openTab(server, { timers }));
  const later = manualTimers(timers.now() + 3_600_000);
  const tab = openTab(server, { timers: later });
  const seen: unknown[] = [];
  tab.session.subscribe(() => seen.push(who(tab)));
  await tab.session.start();
  expect(seen).toEqual([['unauthenticated', null]]);
});

const shared = () => {
  const storage = aStorage();
  storage.setItem(SHARED_KEY, '0');
  return storage;
};
const QUARTER_MS = 900_000;

/** A tab of a shared device, whose use is followed as in a page; `touch` is a finger on the screen, `hear` one in another tab. */
async function sharedTab(server: ReturnType<typeof v4Server>, { storage = shared(), timers = manualTimers() } = {}) {
  const target = new EventTarget();
  const tab = await signedIn(openTab(server, { storage, timers }));
  followUse({ target, session: tab.session, storage, timers, steadyNow: timers.now });
  const touch = () => target.dispatchEvent(new Event('pointerdown'));
  const hear = () => target.dispatchEvent(Object.assign(new Event('storage'), { key: SHARED_KEY }));
  return { ...tab, storage, touch, hear };
}

test('ends on a shared device a quarter of an hour after its last use', async () => {
  const server = v4Server();
  const tab = await sharedTab(server);
  await keepReads('A');
  await tab.timers.pass(QUARTER_MS - 60_000);
  tab.touch();
  await tab.timers.pass(QUARTER_MS - 60_000);
  expect(who(tab)).toEqual(['authenticated', 'A']);
  await tab.timers.pass(90_000);
  expect(tab.session.get()).toMatchObject({ status: 'unauthenticated', ended: 'idle' });
  expect(server.hasSession()).toBe(false);
  expect(await hasReads('A')).toBe(true);
  // Whoever signs in now begins a quarter of an hour of their own.
  await tab.session.signIn('credentials', { ...fields, username: 'A' });
  await tab.timers.pass(QUARTER_MS - 60_000);
  expect(who(tab)).toEqual(['authenticated', 'A']);
});

test('counts the use in any tab of a shared device', async () => {
  const server = v4Server();
  const tab = await sharedTab(server);
  await tab.timers.pass(QUARTER_MS - 60_000);
  tab.hear();
  await tab.timers.pass(QUARTER_MS - 60_000);
  expect(who(tab)).toEqual(['authenticated', 'A']);
});

test('waits with the end of a shared device while there is no connection, though it is used again', async () => {
  const server = v4Server();
  const tab = await sharedTab(server);
  server.trouble.isDown = true;
  await tab.timers.pass(QUARTER_MS + 60_000);
  expect(who(tab)).toEqual(['authenticated', 'A']);
  tab.touch();
  server.trouble.isDown = false;
  tab.session.recheck();
  await tab.timers.pass(0);
  expect(tab.session.get()).toMatchObject({ status: 'unauthenticated', ended: 'idle' });
});

test('shows nothing of a shared device that was left alone when the server is there to say so', async () => {
  const server = v4Server();
  const { storage, timers } = await sharedTab(server);
  const tab = openTab(server, { storage, timers: manualTimers(timers.now() + QUARTER_MS) });
  const seen: unknown[] = [];
  tab.session.subscribe(() => seen.push(who(tab)));
  await tab.session.start();
  expect(seen).toEqual([['unauthenticated', null]]);
});

test('the sign-in page of a shared device that was left alone follows another tab in', async () => {
  const server = v4Server();
  const [storage, timers, target] = [shared(), manualTimers(), new EventTarget()];
  const waiting = openTab(server, { storage, timers });
  await waiting.session.start();
  followUse({ target, session: waiting.session, storage, timers, steadyNow: timers.now });
  await timers.pass(QUARTER_MS + 60_000);
  await signedIn(openTab(server, { storage, timers }));
  await waiting.session.refresh();
  expect(who(waiting)).toEqual(['authenticated', 'A']);
});

test('does not end for want of use where nobody shares the device', async () => {
  const tab = await sharedTab(v4Server(), { storage: aStorage() });
  await tab.timers.pass(3_600_000 - 1);
  expect(who(tab)).toEqual(['authenticated', 'A']);
});

test('unlocks for the same user with everything that was kept', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  await keepReads('A');
  await tab.timers.pass(3_600_000);
  await tab.session.signIn('credentials', { ...fields, username: 'A' });
  expect(await device.read()).toMatchObject({ currentUid: 'A', identity: { locked: false } });
  expect(await hasReads('A')).toBe(true);
});

test('wipes the last user before another one is let in', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  await keepReads('A');
  await tab.timers.pass(3_600_000);
  const before = (await device.read()).sessionEpoch;
  await tab.session.signIn('credentials', { ...fields, username: 'B' });
  expect(who(tab)).toEqual(['authenticated', 'B']);
  expect(await hasReads('A')).toBe(false);
  const state = await device.read();
  expect(state).toMatchObject({ currentUid: 'B', wipeJournal: null });
  expect(state.sessionEpoch).toBeGreaterThan(before);
  expect(server.hasSession()).toBe(true);
});

test('changes user when another tab signed somebody else in', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  const seen: unknown[] = [];
  tab.session.subscribe(() => seen.push(who(tab)));
  server.signInAs('B');
  await tab.session.refresh();
  expect(seen.at(-1)).toEqual(['authenticated', 'B']);
  expect(tab.done.slice(0, 1)).toEqual(['forget A']);
  expect((await device.read()).currentUid).toBe('B');
});

test('signing out wipes the user and ends the session on the server', async () => {
  const server = v4Server();
  const storage = aStorage();
  const tab = await signedIn(openTab(server, { storage }));
  await keepReads('A');
  expect(await tab.session.signOut('/login')).toBe('http://farm.test/login');
  expect(tab.session.get()).toMatchObject({ status: 'unauthenticated', ended: 'signed-out' });
  expect(await hasReads('A')).toBe(false);
  expect(await device.read()).toMatchObject({ currentUid: null, identity: null, wipeJournal: null });
  expect(server.hasSession()).toBe(false);
  expect(storage.entries.size).toBe(0);
});

test('signing out without a connection holds, even when the app is opened again', async () => {
  const server = v4Server();
  const storage = aStorage();
  const tab = await signedIn(openTab(server, { storage }));
  server.trouble.isDown = true;
  expect(await tab.session.signOut('/login')).toBe('/login');
  expect(who(tab)).toEqual(['unauthenticated', null]);
  expect(server.hasSession()).toBe(true);

  server.trouble.isDown = false;
  const next = openTab(server, { storage });
  await next.session.start();
  expect(who(next)).toEqual(['unauthenticated', null]);
  expect(server.hasSession()).toBe(false);
});

test('signing out without a connection holds in another tab, too, until somebody signs in', async () => {
  const server = v4Server();
  const storage = aStorage();
  const tab = await signedIn(openTab(server, { storage }));
  const other = openTab(server, { storage });
  await other.session.start();
  server.trouble.isDown = true;
  await tab.session.signOut('/');
  await other.session.droppedElsewhere('A');
  server.trouble.isDown = false;
  await other.session.refresh();
  expect(who(other)).toEqual(['unauthenticated', null]);
  await other.session.signIn('credentials', { ...fields, username: 'A' });
  await other.session.refresh();
  expect(who(other)).toEqual(['authenticated', 'A']);
});

test('another tab takes nobody in again while a sign-out waits for a slow database', async () => {
  const server = v4Server();
  const storage = aStorage();
  const other = await signedIn(openTab(server, { storage }));
  const tab = openTab(server, { storage, hangs: true });
  const started = tab.session.start();
  await tab.timers.pass(1_400);
  await started;
  void tab.session.signOut('/login');
  await tab.timers.pass(1_000);
  expect(who(tab)).toEqual(['unauthenticated', null]);
  expect(server.hasSession()).toBe(true);
  await other.session.refresh();
  expect(who(other)).toEqual(['unauthenticated', null]);
  // The first tab is closed before its database has answered.
  const opened = openTab(server, { storage });
  await opened.session.start();
  expect(who(opened)).toEqual(['unauthenticated', null]);
  expect(server.hasSession()).toBe(false);
});

test('does not end the next user’s session for the sake of the last', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  server.trouble.isDown = true;
  await tab.session.signOut('/login');
  server.trouble.isDown = false;
  await tab.session.signIn('credentials', { ...fields, username: 'B' });
  const reopened = openTab(server);
  await reopened.session.start();
  expect(who(reopened)).toEqual(['authenticated', 'B']);
});

test('finishes a sign-out that was cut off, before anything is shown', async () => {
  const server = v4Server();
  await signedIn(openTab(server));
  await keepReads('A');
  await device.write({ wipeJournal: { uid: 'A', step: 'epoch', endServerSession: true } });
  const tab = openTab(server);
  const seen: unknown[] = [];
  tab.session.subscribe(() => seen.push(who(tab)));
  await tab.session.start();
  expect(seen).toEqual([['unauthenticated', null]]);
  expect(await hasReads('A')).toBe(false);
  expect(server.hasSession()).toBe(false);
});

test('signs out within a second when the database hangs, and deletes at the next start', async () => {
  const server = v4Server();
  const storage = aStorage();
  await signedIn(openTab(server, { storage }));
  await keepReads('A');
  const hung = openTab(server, { storage, hangs: true });
  const started = hung.session.start();
  await hung.timers.pass(1_400);
  await started;
  void hung.session.signOut('/login');
  await hung.timers.pass(1_000);
  expect(who(hung)).toEqual(['unauthenticated', null]);

  const next = openTab(server, { storage });
  await next.session.start();
  expect(who(next)).toEqual(['unauthenticated', null]);
  expect(await hasReads('A')).toBe(false);
});
