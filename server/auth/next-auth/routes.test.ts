import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tooManyAttempts } from '#contract/user/sign-in-text.ts';
import { Browser, ORIGIN, openTestbed, PASSWORD, type Testbed } from '../../../tests/support/server/auth-testbed.ts';
import type { AuthOptions, ConfigCode } from './options.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('sign-in routes', () => {
  let bed: Testbed;
  let browser: Browser;
  beforeEach(async () => {
    bed = await openTestbed();
    browser = new Browser(bed);
    await bed.aUser();
  });
  afterEach(() => bed.close());

  it('answer JSON to the string "true" alone', async () => {
    const csrfToken = await browser.csrfToken();
    const fields = { username: 'grower', password: 'wrong', csrfToken };
    const statusFor = async (json: unknown, as: 'form' | 'json') =>
      (await browser.post('/callback/credentials', { ...fields, json }, { as })).status;
    expect(await statusFor('true', 'json')).toBe(401);
    expect(await statusFor(true, 'json')).toBe(302);
    expect(await statusFor('TRUE', 'json')).toBe(302);
    expect(await statusFor('1', 'form')).toBe(302);
  });

  it('mint a token pair once and keep it', async () => {
    const first = await browser.csrfToken();
    const response = await browser.get('/csrf');
    expect(await response.json()).toEqual({ csrfToken: first });
    expect(response.headers.getSetCookie()).toEqual([]);
    browser.cookies.set('next-auth.csrf-token', `${first}%7C${'0'.repeat(64)}`);
    expect(await browser.csrfToken()).not.toBe(first);
  });

  it('do not accept a token without its cookie, nor the cookie without the token', async () => {
    const csrfToken = await browser.csrfToken();
    const stranger = new Browser(bed);
    const fields = { username: 'grower', password: PASSWORD, json: 'true' };
    const url = `${ORIGIN}/api/auth/signin?csrf=true`;
    expect(await (await stranger.post('/callback/credentials', { ...fields, csrfToken })).json()).toEqual({ url });
    expect(await (await browser.post('/callback/credentials', fields)).json()).toEqual({ url });
    expect(await (await browser.post('/signin/credentials', fields)).json()).toEqual({ url });
    expect(await (await browser.post('/signin/unknown', { ...fields, csrfToken })).json()).toEqual({ url });
  });

  it('send nobody to another site', async () => {
    for (const callbackUrl of [
      'http://evil.example/x',
      '//evil.example',
      'javascript:alert(1)',
      `${ORIGIN}@evil.example`,
    ]) {
      const { url } = await (await browser.signIn({ callbackUrl })).json();
      expect(new URL(url).origin).toBe(ORIGIN);
      const out = await browser.post('/signout', { csrfToken: await browser.csrfToken(), callbackUrl });
      expect(new URL(out.headers.get('location') ?? '').origin).toBe(ORIGIN);
    }
    const page = await browser.get(`/signin?callbackUrl=${encodeURIComponent('http://evil.example/x')}`);
    expect(page.headers.get('location')).toBe(`/login?callbackUrl=${encodeURIComponent(ORIGIN)}`);
  });

  it('remember where to go and go there', async () => {
    await browser.get(`/signin?callbackUrl=${encodeURIComponent('/cms/dashboard')}`);
    const csrfToken = await browser.csrfToken();
    const response = await browser.post('/callback/credentials', { username: 'grower', password: PASSWORD, csrfToken });
    expect(response.headers.get('location')).toBe(`${ORIGIN}/cms/dashboard`);
  });

  it('let no line break into a header', async () => {
    const csrfToken = await browser.csrfToken();
    const callbackUrl = '/a\r\nSet-Cookie: evil=1';
    const response = await browser.post('/signout', { csrfToken, callbackUrl });
    expect(response.headers.get('location')).toBe(`${ORIGIN}/aSet-Cookie:%20evil=1`);
    expect(response.headers.getSetCookie().some((line) => line.startsWith('evil'))).toBe(false);
  });

  it('refuse a callback URL that is none, and clear the cookie that held one', async () => {
    const answered = [
      await browser.get('/session?callbackUrl=javascript:alert(1)'),
      await browser.post('/signout', { csrfToken: await browser.csrfToken(), callbackUrl: 'not a url' }),
    ];
    for (const response of answered) {
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ message: expect.stringContaining('server configuration') });
    }
    browser.cookies.set('next-auth.callback-url', 'javascript:alert(1)');
    const poisoned = await browser.get('/session');
    expect(poisoned.status).toBe(500);
    expect(poisoned.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^next-auth\.callback-url=; Max-Age=0; Path=\//),
    ]);
    expect((await browser.get('/session')).status).toBe(200);
    expect(bed.logged.filter((line) => line.includes('INVALID_CALLBACK_URL_ERROR'))).toHaveLength(3);
  });

  it('bound what they read', async () => {
    const big = `json=true&x=${'x'.repeat(70_000)}`;
    const declared = await browser.send('/signout', { method: 'POST', headers: FORM, body: big });
    expect([declared.status, await declared.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'BODY_TOO_LARGE' }),
    ]);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000)) });
    const streamed = await browser.send('/signout', {
      method: 'POST',
      headers: FORM,
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    const json = { 'content-type': 'application/json' };
    const broken = await browser.send('/session', { method: 'POST', headers: json, body: '{' });
    expect([broken.status, await broken.json()]).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })]);
  });

  it('take JSON bodies of any shape for what they are', async () => {
    const json = { 'content-type': 'application/json' };
    for (const body of ['null', '[]', '"x"', '1', '', '{"csrfToken":{"a":1},"__proto__":{"json":"true"}}']) {
      expect((await browser.send('/session', { method: 'POST', headers: json, body })).status).toBe(400);
    }
  });

  it('build their URLs from a plain Host header only', async () => {
    for (const host of ['evil.example/path', 'a b', 'user@evil.example', '<script>', 'a,b', 'localhost:3000:80', '']) {
      expect((await browser.send('/providers', { headers: { host } })).status).toBe(400);
    }
    for (const [host, base] of [
      ['192.168.0.10:8080', 'http://192.168.0.10:8080'],
      ['[::1]:8080', 'http://[::1]:8080'],
      ['Onsil.Local:80', 'http://onsil.local'],
    ] as const) {
      const { credentials } = await (await browser.send('/providers', { headers: { host } })).json();
      expect(credentials.signinUrl).toBe(`${base}/api/auth/signin/credentials`);
    }
  });

  it('say which route is missing below the bare base path', async () => {
    const response = await browser.get('');
    expect(response.status).toBe(500);
    expect(bed.logged.join()).toContain('MISSING_NEXTAUTH_API_ROUTE_ERROR');
  });

  it('know no other actions, providers or methods', async () => {
    for (const [method, action] of [
      ['GET', 'constructor'],
      ['GET', 'callback/google'],
      ['POST', 'callback/google'],
      ['POST', 'csrf'],
      ['DELETE', 'session'],
      ['PATCH', 'signout'],
    ] as const) {
      const response = await browser.send(`/${action}`, { method });
      expect([action, response.status]).toEqual([action, 400]);
      expect(await response.text()).toBe(`Error: This action with HTTP ${method} is not supported by NextAuth.js`);
    }
  });

  it('show pages of their own without script, style or anything from the link', async () => {
    const mark = '<img src=x onerror=alert(1)>';
    for (const target of [
      `/error?error=${encodeURIComponent(mark)}`,
      '/error',
      '/error?error=AccessDenied',
      '/signout',
    ]) {
      const html = await (await browser.get(target)).text();
      expect(html).toContain('<html lang="ko">');
      expect(html).not.toMatch(/<script|<style|style=|onerror/);
    }
    const wait = tooManyAttempts(30);
    expect(await (await browser.get(`/error?error=${encodeURIComponent(wait)}`)).text()).toContain(wait);
    expect(
      await (await browser.get(`/error?error=${encodeURIComponent(`${wait} evil.example`)}`)).text(),
    ).not.toContain('evil');
  });

  it('offer a sign-out that works without script', async () => {
    await browser.signIn();
    const html = await (await browser.get('/signout')).text();
    const csrfToken = /name="csrfToken" value="([0-9a-f]{64})"/.exec(html)?.[1] ?? '';
    const response = await browser.post('/signout', { csrfToken });
    expect([response.status, response.headers.get('location')]).toEqual([302, ORIGIN]);
    expect(await browser.session()).toEqual({});
  });
});

describe('sign-in behind https', () => {
  it('uses secure cookies and https URLs when a trusted proxy says so', async () => {
    const bed = await openTestbed({ env: { TRUST_PROXY: '1' } });
    await bed.aUser();
    const browser = new Browser(bed);
    const headers = { 'x-forwarded-proto': 'https', host: 'onsil.example' };
    const response = await browser.send('/csrf', { headers });
    expect([...browser.cookies.keys()]).toEqual(['__Host-next-auth.csrf-token', '__Secure-next-auth.callback-url']);
    for (const line of response.headers.getSetCookie())
      expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const { csrfToken } = await response.json();
    const fields = { username: 'grower', password: PASSWORD, csrfToken, json: 'true' };
    const signedIn = await browser.post('/callback/credentials', fields, { headers });
    expect(await signedIn.json()).toEqual({ url: 'https://onsil.example' });
    expect(browser.cookies.has('__Secure-next-auth.session-token')).toBe(true);
    await bed.close();
  });

  it('does not believe the header of anyone else', async () => {
    const bed = await openTestbed();
    const browser = new Browser(bed);
    await browser.send('/csrf', { headers: { 'x-forwarded-proto': 'https' } });
    expect([...browser.cookies.keys()]).toContain('next-auth.csrf-token');
    await bed.close();
  });

  it.each([
    [{ PUBLIC_URL: 'https://onsil.example' }, 'https://onsil.example'],
    [{ TLS_CERT: 'c', TLS_KEY: 'k' }, 'https://localhost:3000'],
  ])('follows the configuration %j', async (env, origin) => {
    const bed = await openTestbed({ env });
    const browser = new Browser(bed);
    const { credentials } = await (await browser.get('/providers')).json();
    expect(new URL(credentials.signinUrl).origin).toBe(origin);
    await bed.close();
  });
});

describe('sign-in configuration', () => {
  const authorize = async () => undefined;
  const credentials = { type: 'credentials', id: 'credentials', name: 'Credentials', authorize } as const;
  const email = { type: 'email', id: 'email', name: 'E-mail' } as const;
  const mistakes: [ConfigCode, Partial<AuthOptions>][] = [
    ['NO_SECRET', { secret: '' }],
    ['CALLBACK_CREDENTIALS_JWT_ERROR', { session: { strategy: 'database' } }],
    [
      'CALLBACK_CREDENTIALS_HANDLER_ERROR',
      { providers: [{ type: 'credentials', id: 'credentials', name: 'Credentials' }] },
    ],
    ['EMAIL_REQUIRES_ADAPTER_ERROR', { providers: [credentials, email] }],
    ['MISSING_ADAPTER_METHODS_ERROR', { providers: [email], adapter: { getUserByEmail: authorize } }],
  ];

  it.each(mistakes)('%s stops every call', async (code, options) => {
    const bed = await openTestbed({ options });
    const browser = new Browser(bed);
    for (const action of ['session', 'csrf', 'providers']) {
      const response = await browser.get(`/${action}`);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ message: expect.stringContaining('server configuration') });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(bed.logged.filter((line) => line.includes(`"code":"${code}"`))).toHaveLength(3);
    await bed.close();
  });

  it('is sound with an adapter that has what e-mail needs', async () => {
    const adapter = { createVerificationToken: authorize, useVerificationToken: authorize, getUserByEmail: authorize };
    const bed = await openTestbed({ options: { providers: [credentials, email], adapter } });
    const browser = new Browser(bed);
    expect(Object.keys(await (await browser.get('/providers')).json())).toEqual(['credentials', 'email']);
    await bed.close();
  });

  it('keeps a fault of ours from the user', async () => {
    const faulty = async () => {
      throw new Error('SQLITE_CORRUPT: /srv/onsil.db');
    };
    const bed = await openTestbed({ options: { providers: [{ ...credentials, authorize: faulty }] } });
    const response = await new Browser(bed).signIn();
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('SQLITE');
    expect(bed.logged.join()).toContain('SQLITE_CORRUPT');
    await bed.close();
  });

  it('may send a user elsewhere instead of signing in', async () => {
    const known = { ...credentials, authorize: async () => ({ userId: 1, passwordHash: '-', isEnabled: true }) };
    const bed = await openTestbed({ options: { providers: [known], signIn: async () => `${ORIGIN}/notice` } });
    const browser = new Browser(bed);
    expect(await (await browser.signIn()).json()).toEqual({ url: `${ORIGIN}/notice` });
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
    await bed.close();
  });
});

describe('reports from browsers', () => {
  it('are written short and without secrets, and not without end', async () => {
    const bed = await openTestbed();
    const browser = new Browser(bed);
    const token = `eyJhbGciOiJIUzI1NiJ9aa.${'eyJzaWQiOiJ4In0'}.${'c2lnbmF0dXJl'}`;
    await browser.post('/_log', {
      level: 'error',
      code: 'CLIENT_FETCH_ERROR',
      message: `failed with ${token} at /x?apiKey=verysecret`,
      requestId: 'r-42',
      stack: 'at '.repeat(10_000),
      password: 'verysecret',
    });
    const [line = ''] = bed.logged;
    expect(JSON.parse(line)).toMatchObject({ level: 40, client: { code: 'CLIENT_FETCH_ERROR', requestId: 'r-42' } });
    expect(line).not.toMatch(/verysecret|eyJ/);
    expect(line.length).toBeLessThan(4_000);
    for (let n = 0; n < 200; n += 1) expect((await browser.post('/_log', { code: 'X' })).status).toBe(200);
    expect(bed.logged).toHaveLength(20);
    bed.clock.now += 60_000;
    await browser.post('/_log', { code: 'X' });
    expect(bed.logged).toHaveLength(21);
    await bed.close();
  });
});
