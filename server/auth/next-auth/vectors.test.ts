import { readFileSync } from 'node:fs';
import { parse } from 'hono/utils/cookie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SESSION_MESSAGE_KEY } from '#contract/user/auth.ts';
import { Browser, ORIGIN, openTestbed, PASSWORD, type Testbed } from '../../../tests/support/server/auth-testbed.ts';
import { redirectTarget } from './callback-url.ts';
import { cookieNames, readChunked } from './cookies.ts';
import { checkCsrf, csrfHash } from './csrf.ts';
import { SignInRefused } from './options.ts';

/** Replays the recorded exchanges of the next-auth v4 protocol against the real routes. */
const exchange = z.object({
  name: z.string(),
  status: z.optional(z.number()),
  headers: z.optional(z.record(z.string(), z.string())),
  location: z.optional(z.string()),
  body: z.optional(z.unknown()),
  setCookie: z.optional(z.array(z.string())),
  cases: z.optional(z.array(z.object({ q: z.string(), status: z.number(), location: z.optional(z.string()) }))),
});
const vectors = z
  .object({
    csrf: z.object({
      secret: z.string(),
      token: z.string(),
      hash: z.string(),
      cookieValueRaw: z.string(),
      cookieHeader: z.string(),
    }),
    cookies: z.object({ http: z.array(z.string()), https: z.array(z.string()), chunkSize: z.number() }),
    exchanges: z.array(exchange),
    redirectCallback: z.array(z.object({ url: z.string(), base: z.string(), out: z.string() })),
    broadcast: z.object({ key: z.string() }),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../tests/vectors/nextauth_v4.json', import.meta.url), 'utf8')));

type Vector = z.infer<typeof exchange>;

function vectorOf(name: string): Vector {
  const found = vectors.exchanges.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no vector ${name}`);
  replayed.add(name);
  return found;
}

const replayed = new Set<string>();

/** Expects status, headers, location and body as recorded. */
async function expectAs(vector: Vector, response: Response): Promise<void> {
  expect(response.status).toBe(vector.status);
  for (const [name, value] of Object.entries(vector.headers ?? {})) expect(response.headers.get(name)).toBe(value);
  expect(response.headers.get('location') ?? undefined).toBe(vector.location);
  if (typeof vector.body === 'string') expect(await response.text()).toBe(vector.body);
  else if (vector.body !== undefined) expect(await response.json()).toEqual(vector.body);
}

describe('the recorded next-auth v4 exchanges', () => {
  const opened: Testbed[] = [];
  let bed: Testbed;
  let browser: Browser;
  const open = async (given: Parameters<typeof openTestbed>[0] = {}) => {
    bed = await openTestbed(given);
    opened.push(bed);
    browser = new Browser(bed);
  };
  beforeEach(() => open());
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  it('csrf first visit', async () => {
    const vector = vectorOf('csrf first visit');
    const response = await browser.get('/csrf');
    await expectAs({ ...vector, body: undefined }, response);
    expect(await response.json()).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect([...browser.cookies.keys()].sort()).toEqual(vector.setCookie?.map((name) => `next-auth.${name}`).sort());
    for (const line of response.headers.getSetCookie()) {
      expect(line).toMatch(/^[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    }
  });

  it('providers', async () => {
    const response = await browser.get('/providers');
    await expectAs(vectorOf('providers'), response);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('session none', async () => expectAs(vectorOf('session none'), await browser.get('/session')));

  it('session of a signed-in user', async () => {
    const vector = vectorOf('session jwt');
    await bed.aUser({ name: '홍길동' });
    await browser.signIn();
    bed.clock.now += 60_000;
    const response = await browser.get('/session');
    expect(response.status).toBe(vector.status);
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-store');
    const { user } = z
      .object({ body: z.object({ user: z.object({ name: z.string(), email: z.string() }) }) })
      .parse(vector).body;
    const expires = new Date(bed.clock.now + 3_600_000);
    expect(await response.json()).toMatchObject({ user, expires: expires.toISOString() });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^next-auth\\.session-token=[\\w-]{43}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ]);
  });

  it('session with a cookie that is none of ours', async () => {
    await browser.get('/csrf');
    browser.cookies.set('next-auth.session-token', 'garbage');
    const response = await browser.get('/session');
    await expectAs({ ...vectorOf('session bad jwt'), setCookie: undefined }, response);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^next-auth\.session-token=; Max-Age=0; Path=\//),
    ]);
    expect(bed.logged.join()).toContain('JWT_SESSION_ERROR');
  });

  it('credentials, right', async () => {
    await bed.aUser();
    const callbackUrl = `${ORIGIN}/dashboard`;
    const asJson = await browser.signIn({ callbackUrl });
    await expectAs(vectorOf('credentials ok json'), asJson);
    expect(asJson.headers.getSetCookie().join()).toContain('next-auth.session-token=');
    const csrfToken = await browser.csrfToken();
    const fields = { csrfToken, username: 'grower', password: PASSWORD, callbackUrl };
    await expectAs(vectorOf('credentials ok form'), await browser.post('/callback/credentials', fields));
  });

  it('credentials, wrong', async () => {
    await bed.aUser();
    await expectAs(vectorOf('credentials null user json'), await browser.signIn({ password: 'wrong' }));
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
  });

  it('authorize throws', async () => {
    const authorize = async () => {
      throw new SignInRefused('잠금');
    };
    await open({
      options: { providers: [{ type: 'credentials', id: 'credentials', name: 'Credentials', authorize }] },
    });
    await expectAs(vectorOf('authorize throws Error("잠금") json'), await browser.signIn());
  });

  it('signIn refuses: a disabled user', async () => {
    await bed.aUser();
    await bed.store.db.updateTable('user').set({ disabled_at: 1 }).execute();
    await expectAs(vectorOf('signIn callback false json'), await browser.signIn());
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
  });

  it('signIn throws', async () => {
    const vector = vectorOf('signIn callback throws json');
    await open({
      options: {
        providers: [
          {
            type: 'credentials',
            id: 'credentials',
            name: 'Credentials',
            authorize: async () => ({ userId: 1, passwordHash: '-', isEnabled: true }),
          },
        ],
        signIn: async () => {
          throw new SignInRefused('<message>');
        },
      },
    });
    const response = await browser.signIn();
    expect(response.status).toBe(vector.status);
    const { url } = await response.json();
    expect({ url: decodeURIComponent(url) }).toEqual(vector.body);
  });

  it('csrf refused, which looks like success to the client', async () => {
    await bed.aUser();
    await expectAs(vectorOf('credentials bad csrf json'), await browser.signIn({ csrfToken: 'x' }));
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
    await browser.signIn();
    const response = await browser.post('/signout', { csrfToken: 'x', json: 'true' });
    await expectAs(vectorOf('signout bad csrf'), response);
    expect(await browser.session()).toMatchObject({ userId: 'grower' });
  });

  it('sign-in page: our own, with the error for it', async () => {
    await expectAs(vectorOf('signin custom page'), await browser.get('/signin'));
    // Our page replaces the built-in page of this vector.
    vectorOf('signin page');
    const response = await browser.get('/signin?error=CredentialsSignin');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(
      `/login?callbackUrl=${encodeURIComponent(ORIGIN)}&error=CredentialsSignin`,
    );
  });

  it('POST signin/credentials', async () => {
    const csrfToken = await browser.csrfToken();
    await expectAs(vectorOf('POST signin/credentials'), await browser.post('/signin/credentials', { csrfToken }));
  });

  it('signout', async () => {
    await bed.aUser();
    await browser.signIn();
    const csrfToken = await browser.csrfToken();
    const response = await browser.post('/signout', { csrfToken, callbackUrl: `${ORIGIN}/`, json: 'true' });
    await expectAs(vectorOf('signout json'), response);
    expect(response.headers.getSetCookie().join()).toContain('next-auth.session-token=; Max-Age=0');
    expect(await browser.session()).toEqual({});
  });

  it('_log', async () => {
    const report = {
      level: 'error',
      code: 'CLIENT_FETCH_ERROR',
      url: '/api/auth/session',
      message: 'x',
      client: 'true',
    };
    await expectAs(vectorOf('_log'), await browser.post('/_log', report));
  });

  it('session update without the token', async () => {
    const response = await browser.post('/session', { csrfToken: 'x', data: {} }, { as: 'json' });
    await expectAs(vectorOf('session update bad csrf'), response);
  });

  it('error page map', async () => {
    for (const { q, status, location } of vectorOf('error page map').cases ?? []) {
      const response = await browser.get(`/error?error=${q}`);
      expect([q, response.status, response.headers.get('location') ?? undefined]).toEqual([q, status, location]);
      if (!location) expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    }
    expect((await browser.get('/error?error=accessdenied')).status).toBe(403);
  });

  it('methods and actions that are not there', async () => {
    const response = await browser.send('/session', { method: 'PUT' });
    await expectAs(vectorOf('unsupported'), response);
    expect(response.headers.getSetCookie()).toEqual([]);
    await expectAs(vectorOf('GET callback/credentials'), await browser.get('/callback/credentials'));
  });

  it('config error', async () => {
    const vector = vectorOf('config error');
    await open({ secret: '' });
    for (const action of ['session', 'csrf', 'providers', 'callback/credentials']) {
      await expectAs(vector, await browser.get(`/${action}`));
    }
    expect(bed.logged.join()).toContain('NO_SECRET');
    const page = await browser.get('/signin');
    expect(page.status).toBe(500);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('are all replayed', () => {
    expect([...replayed].sort()).toEqual(vectors.exchanges.map(({ name }) => name).sort());
  });
});

describe('the recorded next-auth v4 values', () => {
  it('csrf pair', () => {
    const { secret, token, hash, cookieValueRaw, cookieHeader } = vectors.csrf;
    expect(csrfHash(token, secret)).toBe(hash);
    const cookieValue = parse(cookieHeader)['next-auth.csrf-token'];
    expect(cookieValue).toBe(cookieValueRaw);
    const verified = { token, isVerified: true, cookieValue: undefined };
    expect(checkCsrf(secret, { cookieValue, bodyToken: token, isPost: true })).toEqual(verified);
    expect(checkCsrf(secret, { cookieValue, bodyToken: token, isPost: false }).isVerified).toBe(false);
    expect(checkCsrf(secret, { cookieValue, bodyToken: `${token}0`, isPost: true }).isVerified).toBe(false);
    expect(checkCsrf('another', { cookieValue, bodyToken: token, isPost: true })).toMatchObject({
      isVerified: false,
      cookieValue: expect.stringMatching(/^[0-9a-f]{64}\|[0-9a-f]{64}$/),
    });
  });

  it('cookie names and pieces', () => {
    expect(Object.values(cookieNames(false))).toEqual(vectors.cookies.http);
    expect(Object.values(cookieNames(true))).toEqual(vectors.cookies.https);
    const value = 'x'.repeat(vectors.cookies.chunkSize) + 'y'.repeat(10);
    const [name = ''] = vectors.cookies.http;
    const pieces = {
      [`${name}.1`]: value.slice(vectors.cookies.chunkSize),
      [`${name}.0`]: value.slice(0, vectors.cookies.chunkSize),
    };
    expect(readChunked(pieces, name)).toBe(value);
  });

  it.each(vectors.redirectCallback)('redirect of $url', ({ url, base, out }) => {
    if (out === 'throws TypeError') expect(() => redirectTarget(url, base)).toThrow(TypeError);
    else expect(redirectTarget(url, base)).toBe(out);
  });

  it('key of the message between tabs', () => expect(SESSION_MESSAGE_KEY).toBe(vectors.broadcast.key));
});
