import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { shellFarms } from '#contract/farm/farm.ts';
import { deletePhoto } from '#contract/photo/photo.ts';
import { READ_MODE } from '#contract/wire/headers.ts';
import { openDevice } from '#src/offline/device-db.ts';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import { aStorage, openTab, signedIn } from '../../tests/support/app/session-harness.ts';
import { manualTimers } from '../../tests/support/manual-timers.ts';
import { v4Server } from '../../tests/support/server/v4-server.ts';
import { readQuery } from './read/query.ts';

const farms = readQuery(shellFarms, {});
const device = openDevice();

// A device that has had users: the very first sign-in waits before it opens the database.
beforeEach(() => device.write({ ...emptyDeviceState, sessionEpoch: 1 }));

/** A server that also has farms: each user has one, named after the token of the request. */
function aFarmServer() {
  const server = v4Server();
  const tokens: string[] = [];
  const answer: typeof fetch = async (input, init) => {
    if (String(input) !== '/api/farm') return server.fetch(input, init);
    const token = new Headers(init?.headers).get('Authorization') ?? 'none';
    tokens.push(token);
    const farm = { index: 1, farmName: token, right: 'own', isSimulated: false, isMine: true };
    return Response.json([farm], { headers: { 'X-Api': '1' } });
  };
  return { fetch: answer, trouble: server.trouble, tokens };
}

test('two clients in one process know nothing of each other', async () => {
  const one = await signedIn(openTab(aFarmServer()), 'A');
  const other = openTab(aFarmServer());
  await other.session.start();
  expect(one.session.get()).toMatchObject({ status: 'authenticated', data: { userId: 'A' } });
  const seen = await one.queryClient.fetchQuery(farms);
  expect(seen.value[0]?.farmName).toMatch(/^Bearer token-A-/);
  expect(other.queryClient.getQueryData(farms.queryKey)).toBeUndefined();
  await one.session.signOut('/login');
  expect(one.queryClient.getQueryData(farms.queryKey)).toBeUndefined();
});

test('a client started again finds who was signed in, and asks with a token of its own', async () => {
  const server = aFarmServer();
  const storage = aStorage();
  const first = await signedIn(openTab(server, { storage }), 'A');
  await first.queryClient.fetchQuery(farms);
  const again = openTab(server, { storage, timers: first.timers });
  await again.session.start();
  await again.queryClient.fetchQuery(farms);
  expect(again.session.get()).toMatchObject({ status: 'authenticated', data: { userId: 'A', isOffline: false } });
  expect(new Set(server.tokens).size).toBe(2);
});

test('what a screen could not read is asked again when the session is back', async () => {
  const server = aFarmServer();
  await signedIn(openTab(server), 'A');
  server.trouble.isDown = true;
  const tab = openTab(server);
  await tab.session.start();
  const shown = new QueryObserver(tab.queryClient, farms);
  shown.subscribe(() => {});
  await tab.timers.pass(0);
  expect(shown.getCurrentResult()).toMatchObject({ status: 'error', error: { reason: 'offline' } });
  server.trouble.isDown = false;
  await tab.timers.pass(5_000);
  expect(shown.getCurrentResult().data?.value[0]?.farmName).toMatch(/^Bearer token-A-/);
});

test('copies are read again seconds after a write, though the clock was set back meanwhile', async () => {
  const server = aFarmServer();
  const modes: (string | null)[] = [];
  const answer: typeof fetch = async (input, init) => {
    if (init?.method === 'DELETE')
      return Response.json({ status: 200, data: { id: 'a' }, message: '' }, { headers: { 'X-Api': '1' } });
    if (String(input) === '/api/farm') modes.push(new Headers(init?.headers).get(READ_MODE));
    return server.fetch(input, init);
  };
  const timers = manualTimers();
  let setBackMs = 0;
  const tab = await signedIn(openTab({ fetch: answer }, { timers, deviceNow: () => timers.now() - setBackMs }), 'A');
  modes.length = 0;
  await tab.call(deletePhoto, { params: { farmIndex: 1, id: '00000000-0000-4000-8000-000000000001' } });
  await tab.call(shellFarms);
  setBackMs = 3_600_000;
  await timers.pass(10_000);
  await tab.call(shellFarms);
  expect(modes).toEqual(['network-only', null]);
});
