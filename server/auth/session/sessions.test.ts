import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { session as sessionContract } from '#contract/user/auth.ts';
import { Browser, openTestbed, type Testbed } from '../../../tests/support/server/auth-testbed.ts';
import { removeSessions } from './remove-sessions.ts';

describe('session', () => {
  let bed: Testbed;
  let browser: Browser;
  let userId: number;
  beforeEach(async () => {
    bed = await openTestbed();
    browser = new Browser(bed);
    userId = await bed.aUser();
  });
  afterEach(() => bed.close());

  const cookie = () => browser.cookies.get('next-auth.session-token') ?? '';
  const rows = () => bed.store.db.selectFrom('session').selectAll().execute();

  it('answers what the contract says, with what the user may open', async () => {
    const { db } = bed.store;
    await db.insertInto('menu').values({ id: 1, name: 'Farm', icon: 'farm', position: 0 }).execute();
    for (const [id, url, mine, theirs] of [
      [11, '/cms/dashboard', 'AUTH_ALLOW', 'AUTH_ALLOW'],
      [12, '/cms/farm/farm-manage', 'AUTH_READ', 'AUTH_WRITE'],
      [13, '/cms/growing/growing-manage', undefined, 'AUTH_WRITE'],
    ] as const) {
      await db.insertInto('menu_item').values({ menu_id: 1, id, name: url, url, position: id }).execute();
      const rights = [
        { authority: 'ROLE_USER' as const, item_id: id, auth_code: mine ?? '' },
        { authority: 'ROLE_ADMINISTER' as const, item_id: id, auth_code: theirs },
      ];
      await db
        .insertInto('menu_right')
        .values(rights.filter(({ auth_code }) => auth_code !== ''))
        .execute();
    }
    await browser.signIn();
    const body = sessionContract.parse(await browser.session());
    expect(body).toMatchObject({
      user: { name: 'Hong Gildong', email: 'a@example.com' },
      userId: 'grower',
      userAuthority: 'ROLE_USER',
      isNew: false,
    });
    expect(body.urlMap).toEqual({ '/cms/dashboard': 'AUTH_ALLOW', '/cms/farm/farm-manage': 'AUTH_READ' });
  });

  it('leaves out an e-mail address nobody gave', async () => {
    await bed.aUser({ login: 'quiet', email: null });
    await browser.signIn({ username: 'quiet' });
    expect(await browser.session()).toMatchObject({ user: { name: 'Hong Gildong' } });
    expect(Object.keys(sessionContract.parse(await browser.session()).user)).toEqual(['name']);
  });

  it('is stored as a hash alone', async () => {
    await browser.signIn();
    const [row] = await rows();
    expect(row?.token_hash).toBe(createHash('sha256').update(cookie()).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(cookie());
  });

  it('lives on for an hour each time it is asked for, and ends after an idle hour', async () => {
    await browser.signIn();
    for (let n = 0; n < 3; n += 1) {
      bed.clock.now += 3_599_999;
      expect(await browser.session()).toMatchObject({ expires: new Date(bed.clock.now + 3_600_000).toISOString() });
    }
    bed.clock.now += 3_600_000;
    const response = await browser.get('/session');
    expect(await response.json()).toEqual({});
    expect(response.headers.getSetCookie().join()).toContain('next-auth.session-token=; Max-Age=0');
  });

  it('ends after twelve hours however often it is asked for', async () => {
    await browser.signIn();
    const endsAt = bed.clock.now + 43_200_000;
    let expires: unknown;
    while (bed.clock.now + 1_800_000 < endsAt) {
      bed.clock.now += 1_800_000;
      ({ expires } = await browser.session());
    }
    expect(expires).toBe(new Date(endsAt).toISOString());
    bed.clock.now = endsAt;
    expect(await browser.session()).toEqual({});
  });

  it('is read from pieces of its cookie and put together again', async () => {
    await browser.signIn();
    const value = cookie();
    browser.cookies.delete('next-auth.session-token');
    browser.cookies.set('next-auth.session-token.1', value.slice(20));
    browser.cookies.set('next-auth.session-token.0', value.slice(0, 20));
    expect(await browser.session()).toMatchObject({ userId: 'grower' });
    expect([...browser.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([
      'next-auth.session-token',
    ]);
    expect(cookie()).toBe(value);
  });

  it('is cleared in all its pieces when it is not valid', async () => {
    browser.cookies.set('next-auth.session-token.0', 'x');
    browser.cookies.set('next-auth.session-token.1', 'y');
    expect(await browser.session()).toEqual({});
    expect([...browser.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([]);
  });

  it('of one user ends when another signs in with the same browser', async () => {
    await bed.aUser({ login: 'family' });
    await browser.signIn();
    const first = cookie();
    await browser.signIn({ username: 'family' });
    expect(cookie()).not.toBe(first);
    expect(await browser.session()).toMatchObject({ userId: 'family' });
    expect(await rows()).toHaveLength(1);
    browser.cookies.set('next-auth.session-token', first);
    expect(await browser.session()).toEqual({});
  });

  it('stays when signing in as somebody else fails', async () => {
    await browser.signIn();
    await browser.signIn({ username: 'nobody' });
    expect(await browser.session()).toMatchObject({ userId: 'grower' });
  });

  it('ends on the server, too, when the user signs out', async () => {
    await browser.signIn();
    const kept = cookie();
    await browser.post('/signout', { csrfToken: await browser.csrfToken(), json: 'true' });
    browser.cookies.set('next-auth.session-token', kept);
    expect(await browser.session()).toEqual({});
    expect(await rows()).toEqual([]);
  });

  it('ends everywhere but where it was asked to stay', async () => {
    const other = new Browser(bed);
    await browser.signIn();
    await other.signIn();
    const ended: string[] = [];
    bed.auth.onSessionEnded((sid) => ended.push(sid));
    const [mine, theirs] = (await rows()).map(({ sid }) => sid);
    const end = async (exceptSid?: string) =>
      bed.auth.sessions.tellEnded(
        await bed.store.db.transaction().execute((trx) => removeSessions(trx, userId, exceptSid)),
      );
    await end(mine);
    expect(ended).toEqual([theirs]);
    expect(await browser.session()).toMatchObject({ userId: 'grower' });
    expect(await other.session()).toEqual({});
    await end();
    expect(await browser.session()).toEqual({});
    expect(ended).toEqual([theirs, mine]);
  });

  it('does not outlive a user who is disabled', async () => {
    await browser.signIn();
    await bed.store.db.updateTable('user').set({ disabled_at: bed.clock.now }).execute();
    expect(await browser.session()).toEqual({});
  });

  it('is swept from the database once it has expired, and its listeners hear of it', async () => {
    await browser.signIn();
    const [sid] = (await rows()).map((row) => row.sid);
    const ended: string[] = [];
    const stop = bed.auth.onSessionEnded((gone) => ended.push(gone));
    bed.clock.now += 3_600_000;
    const next = new Browser(bed);
    await next.signIn();
    expect(ended).toEqual([sid]);
    expect(await rows()).toHaveLength(1);
    stop();
    bed.clock.now += 3_600_000;
    await bed.auth.sessions.sweep();
    expect(await rows()).toEqual([]);
    expect(ended).toEqual([sid]);
  });

  it('takes nothing from the client when it is updated, but shows what has changed meanwhile', async () => {
    await browser.signIn();
    await bed.store.db.updateTable('user').set({ name: 'Hong Gilsun', is_new: 1 }).execute();
    const csrfToken = await browser.csrfToken();
    const data = { userAuthority: 'ROLE_ADMINISTER', user: { name: 'x' } };
    const response = await browser.post('/session', { csrfToken, data }, { as: 'json' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      user: { name: 'Hong Gilsun' },
      userAuthority: 'ROLE_USER',
      isNew: true,
    });
  });
});
