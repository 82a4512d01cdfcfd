import { createHmac } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser, openTestbed, type Testbed } from '../../../tests/support/server/auth-testbed.ts';
import { removeSessions } from './remove-sessions.ts';

describe('product token', () => {
  let bed: Testbed;
  let browser: Browser;
  let userId: number;
  beforeEach(async () => {
    bed = await openTestbed();
    browser = new Browser(bed);
    userId = await bed.aUser();
    await browser.signIn();
  });
  afterEach(() => bed.close());

  const aToken = async () => String((await browser.session()).jwtToken);

  it('names the caller as the database knows them', async () => {
    const token = await aToken();
    expect(await bed.auth.callerOf(token)).toEqual({
      sid: decodeJwt(token).sid,
      userId,
      login: 'grower',
      authority: 'ROLE_USER',
      mustChangePassword: false,
    });
    expect(decodeJwt(token)).toMatchObject({ sub: String(userId), login: 'grower', role: 'ROLE_USER', iss: 'onsil' });
  });

  it('is fresh with every session answer and lasts an hour', async () => {
    const first = await aToken();
    bed.clock.now += 1_000;
    const second = await aToken();
    expect(second).not.toBe(first);
    bed.clock.now += 3_598_999;
    await browser.session();
    expect(await bed.auth.callerOf(first)).toBeDefined();
    bed.clock.now += 1;
    expect(await bed.auth.callerOf(first)).toBeUndefined();
    expect(await bed.auth.callerOf(second)).toBeDefined();
  });

  it('counts for nothing once its session has ended', async () => {
    const token = await aToken();
    await browser.post('/signout', { csrfToken: await browser.csrfToken(), json: 'true' });
    expect(await bed.auth.callerOf(token)).toBeUndefined();
  });

  it('counts for nothing once its session has expired, though it is not an hour old', async () => {
    bed.clock.now += 30 * 60_000;
    const token = await aToken();
    await bed.store.db.updateTable('session').set({ expires_at: bed.clock.now }).execute();
    expect(await bed.auth.callerOf(token)).toBeUndefined();
  });

  it('counts for nothing once its user is disabled', async () => {
    const token = await aToken();
    await bed.store.db.updateTable('user').set({ disabled_at: bed.clock.now }).execute();
    expect(await bed.auth.callerOf(token)).toBeUndefined();
  });

  it('carries no role of its own: a change holds from the next call', async () => {
    const token = await aToken();
    await bed.store.db.updateTable('user').set({ authority: 'ROLE_ADMINISTER' }).execute();
    expect(await bed.auth.callerOf(token)).toMatchObject({ authority: 'ROLE_ADMINISTER' });
    await bed.store.db.updateTable('user').set({ authority: 'ROLE_USER' }).execute();
    expect(await bed.auth.callerOf(token)).toMatchObject({ authority: 'ROLE_USER' });
  });

  it('is refused when anything in it was changed', async () => {
    const token = await aToken();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = decodeJwt(token);
    const forged = encode({ ...claims, role: 'ROLE_ADMINISTER', sub: '1' });
    const none = encode({ alg: 'none', typ: 'JWT' });
    const tail = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const bad of [
      `${header}.${forged}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${payload}.${tail}`,
      `${header}.${payload}`,
      'not a token',
      '',
      undefined,
      'x'.repeat(100_000),
    ]) {
      expect(await bed.auth.callerOf(bad)).toBeUndefined();
    }
  });

  it('is refused when signed with the bare secret, which signs other things', async () => {
    const [header = '', payload = ''] = (await aToken()).split('.');
    const signature = createHmac('sha256', 'test-secret-please-change')
      .update(`${header}.${payload}`)
      .digest('base64url');
    expect(await bed.auth.callerOf(`${header}.${payload}.${signature}`)).toBeUndefined();
  });

  it('is refused when it names a session of another user or none, or was meant for somebody else', async () => {
    const { hkdfSync } = await import('node:crypto');
    const key = new Uint8Array(hkdfSync('sha256', 'test-secret-please-change', '', 'onsil product token', 32));
    const { sid } = decodeJwt(await aToken());
    const sign = (claims: Record<string, unknown>, sub: string, audience: string, lifeS: number | undefined) => {
      const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setSubject(sub);
      const addressed = jwt.setIssuer('onsil').setAudience(audience);
      const expiry = lifeS === undefined ? addressed : addressed.setExpirationTime(bed.clock.now / 1000 + lifeS);
      return expiry.sign(key);
    };
    const own = String(userId);
    expect(await bed.auth.callerOf(await sign({ sid }, own, 'onsil-api', 60))).toBeDefined();
    expect(await bed.auth.callerOf(await sign({ sid }, String(userId + 1), 'onsil-api', 60))).toBeUndefined();
    expect(await bed.auth.callerOf(await sign({ sid: 'x' }, own, 'onsil-api', 60))).toBeUndefined();
    expect(await bed.auth.callerOf(await sign({ sid: 1 }, own, 'onsil-api', 60))).toBeUndefined();
    expect(await bed.auth.callerOf(await sign({}, own, 'onsil-api', 60))).toBeUndefined();
    expect(await bed.auth.callerOf(await sign({ sid }, own, 'another', 60))).toBeUndefined();
    expect(await bed.auth.callerOf(await sign({ sid }, own, 'onsil-api', -1))).toBeUndefined();
    expect(await bed.auth.callerOf(await sign({ sid }, own, 'onsil-api', undefined))).toBeUndefined();
  });

  it('lets a stream ask whether its caller still is who they were', async () => {
    const caller = await bed.auth.callerOf(await aToken());
    if (!caller) throw new Error('signed in');
    expect(await bed.auth.stillSignedIn(caller)).toBe(true);
    await bed.store.db.updateTable('user').set({ authority: 'ROLE_ADMINISTER' }).execute();
    expect(await bed.auth.stillSignedIn(caller)).toBe(false);
    await bed.store.db.updateTable('user').set({ authority: 'ROLE_USER' }).execute();
    bed.auth.sessions.tellEnded(await bed.store.db.transaction().execute((trx) => removeSessions(trx, caller.userId)));
    expect(await bed.auth.stillSignedIn(caller)).toBe(false);
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
