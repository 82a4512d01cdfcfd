import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tooManyAttempts } from '#contract/user/sign-in-text.ts';
import { Browser, ORIGIN, openTestbed, PASSWORD, type Testbed } from '../../../tests/support/server/auth-testbed.ts';

describe('sign-in', () => {
  let bed: Testbed;
  let browser: Browser;
  beforeEach(async () => {
    bed = await openTestbed();
    browser = new Browser(bed);
    await bed.aUser();
  });
  afterEach(() => bed.close());

  const held = (waitS: number) => ({
    status: 401,
    retryAfter: String(waitS),
    body: JSON.stringify({ url: `${ORIGIN}/api/auth/error?error=${encodeURIComponent(tooManyAttempts(waitS))}` }),
  });
  const seen = async (response: Response) => ({
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  });

  it('takes the user id under either name, in any case, as form or JSON', async () => {
    const csrfToken = await browser.csrfToken();
    const password = PASSWORD;
    for (const fields of [{ username: ' Grower ' }, { userId: 'GROWER' }]) {
      for (const as of ['form', 'json'] as const) {
        const response = await browser.post(
          '/callback/credentials',
          { ...fields, password, csrfToken, json: 'true' },
          { as },
        );
        expect(response.status).toBe(200);
      }
    }
  });

  it('does not tell whether the account exists', async () => {
    const answers = [];
    const tries = [
      { username: 'grower', password: 'wrong' },
      { username: 'nobody', password: 'wrong' },
      { username: 'nobody', password: PASSWORD },
      { username: 'grower', password: '' },
      { username: 'grower', password: 'x'.repeat(2_000) },
      { username: '', password: '' },
      { username: 'x'.repeat(5_000), password: 'wrong' },
    ];
    for (const fields of tries) {
      const response = await browser.signIn(fields);
      const headers = [...response.headers].filter(([name]) => name !== 'content-length');
      answers.push(JSON.stringify([response.status, headers, await response.text()]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('error=CredentialsSignin');
  });

  it('counts an account once, however its name is padded', async () => {
    const padded = (n: number) => ({ username: `grower${' \t'.repeat(n)}`, password: 'wrong' });
    for (let n = 0; n < 5; n += 1) {
      expect((await seen(await browser.signIn(padded(n), '192.0.2.9'))).body).toContain('CredentialsSignin');
    }
    expect(await seen(await browser.signIn(padded(7), '192.0.2.9'))).toEqual(held(5));
    // Cut to the allowed length, this login would become the existing one.
    const filled = { username: `grower${' '.repeat(95)}x` };
    expect((await seen(await browser.signIn(filled, '192.0.2.10'))).body).toContain('CredentialsSignin');
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
  });

  it('makes guessing wait longer and longer, whether the account exists or not', async () => {
    for (const username of ['grower', 'nobody']) {
      for (let n = 0; n < 5; n += 1) {
        const response = await browser.signIn({ username, password: 'wrong' }, '192.0.2.9');
        expect(await response.text()).toContain('CredentialsSignin');
      }
      expect(await seen(await browser.signIn({ username, password: 'wrong' }, '192.0.2.9'))).toEqual(held(5));
      bed.clock.now += 5_000;
      expect((await seen(await browser.signIn({ username, password: 'wrong' }, '192.0.2.9'))).body).toContain(
        'Credentials',
      );
      expect(await seen(await browser.signIn({ username, password: 'wrong' }, '192.0.2.9'))).toEqual(held(10));
    }
  });

  it('holds back the right password, too, and takes it after the wait', async () => {
    for (let n = 0; n < 5; n += 1) await browser.signIn({ password: 'wrong' });
    expect(bed.paused).toEqual([]);
    expect(await seen(await browser.signIn())).toEqual(held(5));
    // The refusal is delayed by two seconds: clients that are refused at once try again at once.
    expect(bed.paused).toEqual([2_000]);
    bed.clock.now += 5_000;
    expect((await browser.signIn()).status).toBe(200);
    await browser.signIn({ password: 'wrong' });
    expect((await browser.signIn()).status).toBe(200);
  });

  it('never holds an owner back for what strangers do, with the browser or at the address they know', async () => {
    expect((await browser.signIn({}, '203.0.113.5')).status).toBe(200);
    const thief = new Browser(bed);
    for (const from of ['192.0.2.9', '192.0.2.10', '203.0.113.6']) {
      for (let n = 0; n < 6; n += 1) await thief.signIn({ password: 'wrong' }, from);
      expect((await seen(await thief.signIn({}, from))).body).toContain('error=');
    }
    // The same browser at a stranger's address; then another browser at the owner's address.
    expect((await browser.signIn({}, '192.0.2.9')).status).toBe(200);
    expect((await new Browser(bed).signIn({}, '203.0.113.5')).status).toBe(200);
  });

  it('gives a browser its proof with the session and asks for none', async () => {
    const [csrf, response] = [await browser.csrfToken(), await browser.signIn()];
    expect(csrf).not.toBe('');
    const [proof] = response.headers.getSetCookie().filter((line) => line.startsWith('onsil.'));
    expect(proof).toMatch(/^onsil\.known-browser=[\w.-]+; Path=\/api\/auth; Expires=.+; HttpOnly; SameSite=Lax$/);
    await browser.post('/signout', { csrfToken: await browser.csrfToken() });
    expect(browser.cookies.has('onsil.known-browser')).toBe(true);
    browser.cookies.set('onsil.known-browser', 'nonsense');
    expect((await browser.signIn()).status).toBe(200);
  });

  it('lets no attempt slip through beside others', async () => {
    const csrfToken = await browser.csrfToken();
    const fields = { username: 'grower', password: 'wrong', csrfToken, json: 'true' };
    const all = Array.from({ length: 12 }, () => browser.post('/callback/credentials', fields));
    const bodies = await Promise.all((await Promise.all(all)).map((response) => response.text()));
    expect(bodies.filter((body) => body.includes('CredentialsSignin'))).toHaveLength(5);
  });

  it('holds back an address that tries many accounts, and believes no header about it', async () => {
    const csrfToken = await browser.csrfToken();
    const tryOne = (n: number) =>
      browser.post(
        '/callback/credentials',
        { username: `user${n}`, password: 'wrong', csrfToken, json: 'true' },
        { headers: { 'x-forwarded-for': `198.51.100.${n}` }, address: '192.0.2.1' },
      );
    for (let n = 0; n < 20; n += 1) expect((await seen(await tryOne(n))).body).toContain('CredentialsSignin');
    expect(await seen(await tryOne(99))).toEqual(held(5));
    expect((await browser.signIn({}, '192.0.2.2')).status).toBe(200);
  });

  it('counts the address a trusted proxy adds, and not what stands before it', async () => {
    const behind = await openTestbed({ env: { TRUST_PROXY: '1' } });
    await behind.aUser();
    const client = new Browser(behind);
    const csrfToken = await client.csrfToken();
    const tryFrom = (address: string, n: number) =>
      client.post(
        '/callback/credentials',
        { username: `user${n}`, password: 'wrong', csrfToken, json: 'true' },
        { headers: { 'x-forwarded-for': `10.9.9.${n}, ${address}` } },
      );
    for (let n = 0; n < 20; n += 1) await tryFrom('198.51.100.1', n);
    expect(await seen(await tryFrom('198.51.100.1', 99))).toEqual(held(5));
    expect((await seen(await tryFrom('198.51.100.2', 99))).body).toContain('CredentialsSignin');
    await behind.close();
  });

  it('tells strangers to come back when many try at once, and lets an owner in before them', async () => {
    await browser.signIn();
    const order: string[] = [];
    const strangers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const stranger = new Browser(bed);
        const fields = { username: `user${n}`, password: 'wrong', csrfToken: await stranger.csrfToken(), json: 'true' };
        return () => stranger.post('/callback/credentials', fields, { address: `192.0.2.${n}` });
      }),
    );
    const csrfToken = await browser.csrfToken();
    const crowd = strangers.map(async (tryIt) => {
      const answer = await tryIt();
      order.push('stranger');
      return seen(answer);
    });
    const fields = { username: 'grower', password: PASSWORD, csrfToken, json: 'true' };
    const owner = await browser.post('/callback/credentials', fields);
    order.push('owner');
    const answers = await Promise.all(crowd);
    expect(owner.status).toBe(200);
    const [looked, toldToWait] = [
      answers.filter(({ body }) => body.includes('CredentialsSignin')),
      answers.filter(({ retryAfter }) => retryAfter === '5'),
    ];
    expect(looked.length + toldToWait.length).toBe(100);
    expect(toldToWait[0]).toEqual(held(5));
    // At most 20 wait in the queue, and the owner does not wait behind them.
    expect(toldToWait.length).toBeGreaterThanOrEqual(50);
    expect(order.lastIndexOf('stranger')).toBeGreaterThan(order.indexOf('owner'));
    // Attempts that were not checked were not counted.
    const late = await browser.signIn({ username: 'user99', password: 'wrong' }, '192.0.2.99');
    expect((await seen(late)).body).toContain('CredentialsSignin');
  });

  it('does not count a form without the token', async () => {
    for (let n = 0; n < 6; n += 1) await browser.signIn({ password: 'wrong', csrfToken: 'x' });
    expect((await browser.signIn()).status).toBe(200);
  });

  it('refuses a disabled user only after the right password', async () => {
    await bed.store.db.updateTable('user').set({ disabled_at: 1 }).execute();
    expect((await seen(await browser.signIn({ password: 'wrong' }))).body).toContain('CredentialsSignin');
    expect((await seen(await browser.signIn())).body).toContain('AccessDenied');
  });

  it('keeps passwords, logins and cookies out of the log', async () => {
    await browser.signIn({ password: 'a mistyped secret' });
    await browser.signIn();
    await browser.session();
    await browser.post('/signout', { csrfToken: await browser.csrfToken() });
    const log = bed.logged.join('');
    expect(log).toContain('signed in');
    for (const secret of ['a mistyped secret', PASSWORD, 'grower', 'Hong', ...browser.cookies.values()]) {
      expect(log).not.toContain(secret);
    }
  });
});
