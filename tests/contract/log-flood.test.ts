import { describe, expect, it } from 'vitest';
import { aKeptLog } from '../support/server/kept-log.ts';
import { aServer, aUser, signIn } from '../support/server/server.ts';

const MINUTE = 60_000;

async function aWatchedServer() {
  const kept = aKeptLog('info');
  const server = await aServer({ log: kept.log });
  await aUser(server.store, 'owner');
  const ask = async (at: string, init?: RequestInit) => (await fetch(server.url + at, init)).text();
  return { ...kept, server, ask };
}

describe('a stranger fills no disk', () => {
  it('with paths that do not exist', async () => {
    const { ask, lines, pass, written } = await aWatchedServer();
    const before = written().length;
    for (let count = 0; count < 300; count += 1) await ask(`/api/${count}/${'x'.repeat(8_000)}`);
    expect(lines('request')).toHaveLength(20);
    expect(new Set(lines('request').map(({ path }) => path))).toEqual(new Set(['unknown']));
    expect(written().length - before).toBeLessThan(8_000);
    pass(MINUTE);
    await ask('/api/healthz');
    expect(lines('lines left out')).toMatchObject([{ of: 'request', count: 280, addresses: { '127.0.0.1': 300 } }]);
  });

  it('with paths that do, and a long tail', async () => {
    const { ask, lines } = await aWatchedServer();
    await ask(`/api/auth/${'x'.repeat(8_000)}`);
    await ask(`/api/farms/${'9'.repeat(8_000)}`);
    expect(lines('request').map(({ path }) => String(path).length)).toEqual([201, 201]);
  });

  it('with wrong passwords, forms without a token, cookies nobody knows and addresses that lead nowhere', async () => {
    const { server, ask, lines } = await aWatchedServer();
    // Concurrently, because refusals are delayed.
    const names = Array.from({ length: 40 }, (_, count) => `user${count}`);
    await Promise.all(names.map((name) => signIn(server.url, name, 'wrong').catch(() => undefined)));
    for (let count = 0; count < 40; count += 1) {
      await ask('/api/auth/session', { headers: { cookie: 'next-auth.session-token=made-up' } });
      await ask('/api/auth/signin?callbackUrl=javascript:alert(1)');
    }
    const refused = [...lines('sign-in failed'), ...lines('sign-in refused before the password was looked at')];
    expect(refused.length).toBeGreaterThan(0);
    expect(lines('sign-in failed').length).toBeLessThanOrEqual(20);
    expect(lines('sign-in refused before the password was looked at').length).toBeLessThanOrEqual(20);
    expect(lines('a session cookie that is not known or no longer valid')).toHaveLength(20);
    expect(lines('sign-in cannot be served')).toHaveLength(20);
    expect(lines('request')).toHaveLength(20);
  });

  it('with reports that look like those of a browser', async () => {
    const { ask, lines, written } = await aWatchedServer();
    const before = written().length;
    const body = JSON.stringify({ level: 'error', message: 'm'.repeat(9_000), stack: 's '.repeat(9_000) });
    const headers = { 'content-type': 'application/json' };
    for (let count = 0; count < 100; count += 1) await ask('/api/auth/_log', { method: 'POST', headers, body });
    expect(lines('report from a browser')).toHaveLength(20);
    expect(written().length - before).toBeLessThan(70_000);
  });

  it('and keeps no line of a user from being written', async () => {
    const { server, ask, lines } = await aWatchedServer();
    const owner = await signIn(server.url, 'owner');
    for (let count = 0; count < 100; count += 1) {
      await ask('/api/nothing');
      await (await owner.call('/api/farms')).text();
    }
    expect(lines('request').filter(({ path }) => path === '/api/farms')).toHaveLength(100);
  });
});
