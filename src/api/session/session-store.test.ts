import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { openDevice } from '#src/offline/device-db.ts';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import {
  aStorage,
  fields,
  hasReads,
  keepReads,
  openTab,
  signedIn,
  type Tab,
  who,
} from '../../../tests/support/app/session-harness.ts';
import { v4Server } from '../../../tests/support/server/v4-server.ts';

const device = openDevice();

// A device that has had users; the very first sign-in has its own tests.
beforeEach(() => device.write({ ...emptyDeviceState, sessionEpoch: 1 }));

test('goes from loading to nobody on a new device', async () => {
  const tab = openTab(v4Server());
  const started = tab.session.start();
  expect(who(tab)).toEqual(['loading', null]);
  await started;
  expect(who(tab)).toEqual(['unauthenticated', null]);
});

test('signs in, remembers who on the device and tells the other tabs', async () => {
  const storage = aStorage();
  const tab = openTab(v4Server(), { storage });
  await tab.session.start();
  await tab.session.signIn('credentials', { ...fields, username: 'A' });
  expect(tab.session.get()).toMatchObject({ status: 'authenticated', data: { userId: 'A', isOffline: false } });
  expect(tab.done).toEqual(['open A', 'broadcast getSession']);
  expect(await device.read()).toMatchObject({ currentUid: 'A', identity: { userId: 'A', locked: false } });
});

test('shows the very first screen before the database is touched, and has reads kept from then on', async () => {
  await device.write(emptyDeviceState);
  const tab = openTab(v4Server());
  await signedIn(tab);
  expect(who(tab)).toEqual(['authenticated', 'A']);
  expect((await device.read()).currentUid).toBeNull();
  await tab.timers.pass(2_000);
  await tab.session.adopted();
  expect(await device.read()).toMatchObject({ currentUid: 'A', identity: { userId: 'A' }, sessionEpoch: 1 });
  expect(tab.done).toEqual(['warm up all']);
});

test('tells a device that was emptied from one on which somebody has just signed in', async () => {
  await device.write(emptyDeviceState);
  const server = v4Server();
  const storage = aStorage();
  const first = await signedIn(openTab(server, { storage }));
  expect(first.session.get()).toMatchObject({ data: { isEmptied: false } });
  const reloadedAtOnce = openTab(server, { storage, timers: first.timers });
  await reloadedAtOnce.session.start();
  expect(reloadedAtOnce.session.get()).toMatchObject({ status: 'authenticated', data: { isEmptied: false } });
  await first.timers.pass(60_000);
  // The browser evicted the database; the cookie is still there.
  await device.write(emptyDeviceState);
  const later = openTab(server, { timers: first.timers });
  await later.session.start();
  expect(later.session.get()).toMatchObject({ status: 'authenticated', data: { isEmptied: true } });
  await later.session.signOut('/login');
  await later.session.signIn('credentials', { ...fields, username: 'A' });
  expect(later.session.get()).toMatchObject({ status: 'authenticated', data: { isEmptied: false } });
});

test.each([
  ['signs out', (tab: Tab) => tab.session.signOut('/login')],
  ['gives way to another', (tab: Tab) => tab.session.signIn('credentials', { ...fields, username: 'B' })],
])('never notes a first user who %s before the database was touched', async (_, leave) => {
  await device.write(emptyDeviceState);
  const tab = await signedIn(openTab(v4Server()));
  await leave(tab);
  await tab.timers.pass(10_000);
  expect((await device.read()).currentUid).not.toBe('A');
});

test('never puts the token where it outlives the page', async () => {
  const storage = aStorage();
  const tab = await signedIn(openTab(v4Server(), { storage }));
  const token = await tab.session.token();
  expect(token).toContain('token-A');
  expect(JSON.stringify([...storage.entries])).not.toContain('token-');
  expect(JSON.stringify(await device.read())).not.toContain('token-');
});

test('leaves as the protocol demands for an unknown provider', async () => {
  const tab = openTab(v4Server());
  await tab.session.start();
  await tab.session.signIn('google', { ...fields, username: 'A' });
  expect(tab.left).toEqual([`/api/auth/signin?${new URLSearchParams({ callbackUrl: fields.callbackUrl })}`]);
});

test('opens without a connection as the last user, without a token', async () => {
  const server = v4Server();
  await signedIn(openTab(server));
  server.trouble.isDown = true;
  const tab = openTab(server);
  await tab.session.start();
  expect(tab.session.get()).toMatchObject({
    status: 'authenticated',
    data: { userId: 'A', jwtToken: null, isOffline: true },
  });
  expect(await tab.session.token()).toBeNull();
});

test('knows the last user from the database when localStorage is empty, and the other way round', async () => {
  const server = v4Server();
  const storage = aStorage();
  await signedIn(openTab(server, { storage }));
  server.trouble.isDown = true;
  const emptied = openTab(server, { storage: aStorage() });
  await emptied.session.start();
  expect(who(emptied)).toEqual(['authenticated', 'A']);

  const hung = openTab(server, { storage, hangs: true });
  const started = hung.session.start();
  await hung.timers.pass(400);
  await started;
  expect(who(hung)).toEqual(['authenticated', 'A']);
});

test('signs in with the database hanging, a second late at most', async () => {
  const tab = openTab(v4Server(), { hangs: true });
  const started = tab.session.start();
  await tab.timers.pass(400);
  await started;
  const signing = tab.session.signIn('credentials', { ...fields, username: 'A' });
  await tab.timers.pass(1_000);
  expect(await signing).toMatchObject({ ok: true });
  expect(who(tab)).toEqual(['authenticated', 'A']);
});

test('shows the last user while the server is slow to confirm, and calls wait only so long for a token', async () => {
  const server = v4Server();
  await signedIn(openTab(server));
  server.trouble.stalls = true;
  const tab = openTab(server);
  void tab.session.start();
  await tab.timers.pass(0);
  expect(tab.session.get()).toMatchObject({ status: 'authenticated', data: { isOffline: false } });
  let token: string | null | undefined;
  void tab.session.token().then((got) => {
    token = got;
  });
  await tab.timers.pass(2_499);
  expect(token).toBeUndefined();
  await tab.timers.pass(1);
  expect(token).toBeNull();
  expect(tab.session.get()).toMatchObject({ status: 'authenticated', data: { isOffline: true } });
});

test('has a read that the first sight of the last user sets off wait for the token', async () => {
  const server = v4Server();
  await signedIn(openTab(server));
  const { session } = openTab(server);
  // As a component does: it reads synchronously when it learns who is signed in.
  const read = new Promise<string | null>((resolve) => {
    const unsubscribe = session.subscribe(() => {
      unsubscribe();
      resolve(session.token());
    });
  });
  await session.start();
  expect(await read).toContain('token-A');
});

test('has what was missing asked for again once the server is back', async () => {
  const server = v4Server();
  await signedIn(openTab(server));
  server.trouble.isDown = true;
  const tab = openTab(server);
  await tab.session.start();
  server.trouble.isDown = false;
  await tab.timers.pass(5_000);
  expect(tab.session.get()).toMatchObject({ data: { isOffline: false } });
  expect(tab.done).toEqual(['open A']);
  await tab.timers.pass(4_000);
  expect(tab.done).toEqual(['open A', 'warm up unread']);
});

test('does not ask while nobody looks', async () => {
  const server = v4Server();
  await signedIn(openTab(server));
  server.trouble.isDown = true;
  const tab = openTab(server);
  await tab.session.start();
  tab.flags.isVisible = false;
  server.asked.length = 0;
  await tab.timers.pass(600_000);
  expect(server.asked).toEqual([]);
});

test('ends when the server has ended the session, keeping what is on the device', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  await keepReads('A');
  server.endSessions();
  await tab.session.refresh();
  expect(tab.session.get()).toMatchObject({ status: 'unauthenticated', ended: 'expired' });
  expect(await hasReads('A')).toBe(true);
});

test('gives a call whose token was refused a newer one, or none when the session is over', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  const token = (await tab.session.token()) ?? '';
  const renewed = await tab.session.renew(token);
  expect(renewed).toContain('token-A');
  expect(renewed).not.toBe(token);
  server.endSessions();
  expect(await tab.session.renew(renewed ?? '')).toBeNull();
});

test('keeps its token through a question that got lost', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  server.trouble.isDown = true;
  await tab.session.refresh();
  expect(await tab.session.token()).toContain('token-A');
});

test('believes no Wi-Fi page that says nobody is signed in', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  server.trouble.isPortal = true;
  await tab.session.refresh();
  expect(who(tab)).toEqual(['authenticated', 'A']);
});

test('drops what another tab has removed', async () => {
  const tab = await signedIn(openTab(v4Server()));
  await tab.session.droppedElsewhere('B');
  expect(who(tab)).toEqual(['authenticated', 'A']);
  await tab.session.droppedElsewhere('A');
  expect(who(tab)).toEqual(['unauthenticated', null]);
  expect(tab.done).toContain('forget A');
});

test('asks once for questions that overlap', async () => {
  const server = v4Server();
  const tab = await signedIn(openTab(server));
  server.asked.length = 0;
  await Promise.all([tab.session.refresh(), tab.session.refresh(), tab.session.refresh()]);
  expect(server.asked).toEqual(['GET session']);
});

test('takes over a session that was updated', async () => {
  const tab = await signedIn(openTab(v4Server()));
  await tab.session.update({});
  expect(tab.session.get().data?.isNew).toBe(true);
  expect((await device.read()).identity?.isNew).toBe(true);
});
