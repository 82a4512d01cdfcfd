import { expect, test } from 'vitest';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { v4Server } from '../../../tests/support/server/v4-server.ts';
import { AuthClient } from './auth-protocol.ts';

const fields = { username: 'grower', password: 'right', callbackUrl: 'http://farm.test/cms/dashboard' };

function aClient({ isServerUp = true } = {}) {
  const server = v4Server();
  const timers = manualTimers();
  const logged: string[] = [];
  const reported: (string | null)[] = [];
  const client = new AuthClient({
    fetch: server.fetch,
    origin: () => 'http://farm.test',
    timers,
    deviceNow: timers.now,
    log: (code, _error, more) => void logged.push(`${code} ${more?.url}`),
    observe: () => {},
    report: (reason) => void reported.push(reason),
    isServerUp: async () => isServerUp,
  });
  return { server, timers, client, logged, reported };
}

test('signs in by providers, token and callback, in this order', async () => {
  const { client, server } = aClient();
  expect(await client.signIn('credentials', fields)).toEqual({
    kind: 'result',
    result: { ok: true, status: 200, error: null, url: fields.callbackUrl },
  });
  expect(server.asked).toEqual(['GET providers', 'GET csrf', 'POST callback/credentials']);
  expect(await client.getSession()).toMatchObject({ kind: 'session', session: { userId: 'grower' } });
});

test.each([
  ['wrong', 401, 'CredentialsSignin'],
  ['locked', 401, '잠금'],
  ['on a full disk', 503, 'STORAGE_FULL'],
])('says why a sign-in with the password %s failed', async (password, status, error) => {
  const { client } = aClient();
  const { kind, ...rest } = await client.signIn('credentials', { ...fields, password });
  expect({ kind, ...rest }).toEqual({ kind: 'result', result: { ok: false, status, error, url: null } });
});

test.each([[null], [{}]])('leaves for the error page when the providers are %j', async (providers) => {
  const { client, server } = aClient();
  server.trouble.providers = providers;
  expect(await client.signIn('credentials', fields)).toEqual({ kind: 'leave', to: '/api/auth/error' });
});

test.each(['google', undefined])('leaves for the sign-in page when the provider is %s', async (provider) => {
  const { client } = aClient();
  expect(await client.signIn(provider, fields)).toEqual({
    kind: 'leave',
    to: '/api/auth/signin?callbackUrl=http%3A%2F%2Ffarm.test%2Fcms%2Fdashboard',
  });
});

test('stays where it is when nobody can be reached, and logs it', async () => {
  const { client, server, logged } = aClient({ isServerUp: false });
  server.trouble.isDown = true;
  const result = { ok: false, status: 0, error: 'CLIENT_FETCH_ERROR', url: null };
  expect(await client.signIn('credentials', fields)).toEqual({ kind: 'result', result });
  expect(logged).toEqual(['CLIENT_FETCH_ERROR /api/auth/providers']);
});

test('tries a second token when the first is refused', async () => {
  const { client, server } = aClient();
  server.trouble.refusesCsrf = 1;
  expect(await client.signIn('credentials', fields)).toMatchObject({ result: { ok: true } });
});

test('does not take a refused token for success', async () => {
  const { client, server } = aClient();
  server.trouble.refusesCsrf = 2;
  expect(await client.signIn('credentials', fields)).toMatchObject({ result: { ok: false, error: 'MissingCSRF' } });
  server.trouble.refusesCsrf = 2;
  expect(await client.signOut('/login')).toBeNull();
});

test('takes nobody for nobody only from our own server', async () => {
  const { client, server, reported } = aClient();
  expect(await client.getSession()).toEqual({ kind: 'none' });
  server.trouble.isPortal = true;
  expect(await client.getSession()).toEqual({ kind: 'no-answer', reason: 'not-ours' });
  expect(reported).toEqual([null, 'not-ours']);
});

test('gives up after fifteen seconds', async () => {
  const { client, server, timers, reported } = aClient();
  server.trouble.stalls = true;
  const answer = client.getSession();
  await timers.pass(2_500);
  expect(reported).toEqual(['timeout']);
  await timers.pass(12_500);
  expect(await answer).toEqual({ kind: 'no-answer', reason: 'timeout' });
});

test('updates the session with its token', async () => {
  const { client, server } = aClient();
  server.signInAs('grower');
  expect(await client.updateSession({})).toMatchObject({ kind: 'session', session: { isNew: true } });
});

test('signs out and answers where to go', async () => {
  const { client, server } = aClient();
  server.signInAs('grower');
  expect(await client.signOut('/login')).toBe('http://farm.test/login');
  expect(server.hasSession()).toBe(false);
});
