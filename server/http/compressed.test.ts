import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';

type Heard = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

let server: TestServer;
let owner: SignedIn;
/** A day of a sensor by the minute: too long to be compressed synchronously. */
let recordPath: string;

beforeAll(async () => {
  server = await aServer();
  const farmId = await aFarm(server.store, { ownerId: await aUser(server.store, 'owner') });
  const { key, channels } = await aDevice(server.store, farmId);
  owner = await signIn(server.url, 'owner');
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const readings = Array.from({ length: 2_880 }, (_, n) => ({
    sensor: 'temperature',
    at: end - (n * MINUTE_MS) / 2,
    value: 20 + (n % 50) / 10,
  }));
  await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  const range = { begin: new Date(end - DAY_MS).toISOString(), end: new Date(end).toISOString() };
  recordPath = `/api/monitor/record?${new URLSearchParams({ sensors: String(channels.get('temperature')), ...range })}`;
});

/** Returns the compressed bytes; fetch would decompress them. */
function ask(path: string, headers: Record<string, string>): Promise<Heard> {
  const authorization = `Bearer ${owner.token}`;
  return new Promise((resolve, reject) => {
    get(server.url + path, { headers: { authorization, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    }).on('error', reject);
  });
}

const askedFor = (path: string, accepted: string) => ask(path, { 'accept-encoding': accepted });

describe('an answer', () => {
  it.each([
    { what: 'of some kilobytes', path: () => '/api/menu/side', atLeast: 1_000 },
    { what: 'of many kilobytes', path: () => recordPath, atLeast: 40_000 },
  ])('$what is the same in brotli, in gzip and as it is', async ({ path, atLeast }) => {
    const plain = await askedFor(path(), 'identity');
    const br = await askedFor(path(), 'gzip, deflate, br, zstd');
    const gzip = await askedFor(path(), 'gzip, deflate');
    expect([plain, br, gzip].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect([plain, br, gzip].map(({ headers }) => headers.vary)).toEqual(Array(3).fill('Accept-Encoding'));
    expect(plain.body.length).toBeGreaterThan(atLeast);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(plain.body.length / 2);
    expect(br.body.length).toBeLessThan(gzip.body.length);
    expect(Number(br.headers['content-length'])).toBe(br.body.length);
  });

  it.each([
    ['', undefined],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR;q=0.1,gzip', 'br'],
    ['gzip;q=0.000, br;q=0', undefined],
    ['zstd, deflate', undefined],
    ['brotli, xgzip', undefined],
  ])('asked for with "%s" comes as %s', async (accepted, encoding) => {
    expect((await askedFor('/api/menu/side', accepted)).headers['content-encoding']).toBe(encoding);
  });

  it('that is short comes as it is', async () => {
    const { headers, body } = await askedFor('/api/users/me', 'br');
    expect([headers['content-encoding'], JSON.parse(body.toString()).userId]).toEqual([undefined, 'owner']);
  });

  it('of sign-in is never packed, for it holds secrets', async () => {
    for (const path of ['/api/auth/session', '/api/auth/csrf', '/api/auth/error?error=x']) {
      expect((await askedFor(path, 'br, gzip')).headers['content-encoding'], path).toBeUndefined();
    }
  });

  it('that is known already has one tag, however it was packed', async () => {
    const items = '/api/code/items/prefix/CRO';
    const [first, other] = [await askedFor(items, 'br'), await askedFor(items, 'gzip')];
    expect(first.headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(other.headers.etag).toBe(first.headers.etag);
    const again = await ask(items, { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});
