import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { aCaddy, type Caddy } from '../support/server/caddy.ts';
import { aServer, aUser, PASSWORD, signIn, type TestServer } from '../support/server/server.ts';
import { aDevice, aFarm } from '../support/store/store.ts';

const TOKEN = 'a-token-for-the-figures';

/** The setup that README recommends: Caddy with TLS, and a server that trusts its headers. */
async function behindCaddy(env: Record<string, string> = {}): Promise<{ server: TestServer; caddy: Caddy }> {
  const port = await freePort();
  const settings = { HOST: '', TRUST_PROXY: '1', PUBLIC_URL: `https://localhost:${port}`, METRICS_TOKEN: TOKEN };
  const server = await aServer({ env: { ...settings, ...env } });
  return { server, caddy: await aCaddy(port, server.port) };
}

/** Tries wrong passwords for new accounts, each with a forged address, until an attempt is throttled. */
async function guessUntilHeldBack(url: string, ask: typeof fetch, most: number): Promise<number | undefined> {
  const first = await ask(`${url}/api/auth/csrf`);
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { csrfToken } = await first.json();
  for (let count = 1; count <= most; count += 1) {
    const body = new URLSearchParams({ username: `user${count}`, password: 'wrong', csrfToken, json: 'true' });
    const headers = { cookie, 'x-forwarded-for': `203.0.113.${count}`, forwarded: `for=203.0.113.${count}` };
    const answer = await ask(`${url}/api/auth/callback/credentials`, { method: 'POST', headers, body });
    const { url: to } = await answer.json();
    if (!new URL(to).searchParams.get('error')?.includes('CredentialsSignin')) return count;
  }
  return undefined;
}

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe('behind Caddy', () => {
  it('signs in with the cookies of a secure origin, and every answer promises TLS', async () => {
    const { server, caddy } = await behindCaddy();
    await aUser(server.store, 'owner');
    const owner = await signIn(caddy.url, 'owner', PASSWORD, caddy.fetch);
    expect(owner.cookies).toContain('__Secure-next-auth.session-token');
    expect(owner.cookies.filter((name) => !/^__(Host|Secure)-/.test(name))).toEqual([]);
    const farms = await owner.call('/api/farms');
    expect(await farms.json()).toEqual([]);
    expect(farms.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
  });

  it('does the same without PUBLIC_URL, from what Caddy says alone', async () => {
    const { server, caddy } = await behindCaddy({ PUBLIC_URL: '' });
    await aUser(server.store, 'owner');
    const owner = await signIn(caddy.url, 'owner', PASSWORD, caddy.fetch);
    expect(owner.cookies).toContain('__Secure-next-auth.session-token');
  });

  it('holds a browser back that makes up an address for each guess', async () => {
    const { caddy } = await behindCaddy();
    expect(await guessUntilHeldBack(caddy.url, caddy.fetch, 40)).toBeDefined();
  });

  it('passes on live values as they come', async () => {
    const { server, caddy } = await behindCaddy();
    const farmId = await aFarm(server.store, { ownerId: await aUser(server.store, 'owner') });
    const device = await aDevice(server.store, farmId);
    const owner = await signIn(caddy.url, 'owner', PASSWORD, caddy.fetch);
    const reader = (await owner.call('/api/live')).body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    const sent = await caddy.fetch(`${caddy.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ sensor: 'temperature', value: 21.5 }] }),
    });
    expect(await sent.json()).toMatchObject({ stored: 1 });
    let heard = '';
    while (!heard.includes('21.5')) {
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`the stream ended with ${heard}`);
      heard += part.value;
    }
    await reader?.cancel();
  });

  it('shows its figures for the token alone, through Caddy or past it', async () => {
    const { server, caddy } = await behindCaddy();
    const withToken = { headers: { authorization: `Bearer ${TOKEN}` } };
    const through = (init?: RequestInit) => textOf(caddy.fetch(`${caddy.url}/api/metrics`, init));
    const past = (init?: RequestInit) => textOf(fetch(`${server.url}/api/metrics`, init));
    for (const ask of [through, past]) {
      expect(await ask()).toContain('NOT_FOUND');
      expect(await ask(withToken)).toContain('onsil_http_requests_total');
    }
  });
});

describe('a caller who is not the named proxy', () => {
  // TRUST_PROXY names another address, so requests from this machine are not trusted.
  const elsewhere = { TRUST_PROXY: '192.0.2.77' };

  it('makes up addresses in vain', async () => {
    const { url } = await aServer({ env: elsewhere });
    expect(await guessUntilHeldBack(url, fetch, 40)).toBeDefined();
  });

  it('is not believed to come over TLS', async () => {
    const { url } = await aServer({ env: elsewhere });
    const answer = await fetch(`${url}/api/auth/csrf`, { headers: { 'x-forwarded-proto': 'https' } });
    await answer.text();
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.getSetCookie().join()).not.toContain('Secure');
  });
});
