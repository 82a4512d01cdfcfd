import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time/time.ts';
import { Browser, openTestbed, type Testbed } from '../../../tests/support/server/auth-testbed.ts';
import { verifyPassword } from '../password/password.ts';
import { provideAdministrator } from './first-administrator.ts';
import { findUserByLogin, LoginTaken, normalLogin } from './users.ts';

describe('users', () => {
  let bed: Testbed;
  beforeEach(async () => {
    bed = await openTestbed();
  });
  afterEach(() => bed.close());

  it('are found however their login is typed', async () => {
    const id = await bed.aUser({ login: 'Grower' });
    for (const typed of ['grower', ' GROWER ', '\u3000Grower\t']) {
      expect((await findUserByLogin(bed.store, normalLogin(typed) ?? ''))?.userId).toBe(id);
    }
    expect(await findUserByLogin(bed.store, 'growers')).toBeUndefined();
    for (const typed of [`grower${' '.repeat(95)}x`, 'x'.repeat(65), '  ', 'grow\ner']) {
      expect(normalLogin(typed)).toBeUndefined();
    }
  });

  it('share no login, upper and lower case aside', async () => {
    await bed.aUser({ login: 'grower' });
    await expect(bed.aUser({ login: 'GROWER' })).rejects.toThrow(LoginTaken);
  });

  it('get ids of their own', async () => {
    expect(await bed.aUser({ login: 'one' })).not.toBe(await bed.aUser({ login: 'two' }));
  });

  it.each(['', '   ', 'a\u0000b', 'x'.repeat(65)])('cannot be called %j', async (login) => {
    await expect(bed.aUser({ login })).rejects.toThrow(RangeError);
  });

  it('are stored without their password', async () => {
    await bed.aUser({ password: 'only the grower knows' });
    const row = await bed.store.db.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('only the grower knows');
    expect(await verifyPassword(row.password_hash, 'only the grower knows')).toBe(true);
  });
});

describe('first administrator', () => {
  it('is told to the terminal once, signs in with what was said, and is not made twice', async () => {
    const bed = await openTestbed();
    const said: string[] = [];
    await provideAdministrator(bed.store, bed.clock.now, (line) => said.push(line));
    await provideAdministrator(bed.store, bed.clock.now, (line) => said.push(line));
    expect(said).toHaveLength(1);
    const password = /비밀번호: (\S{16})/.exec(said[0] ?? '')?.[1];

    const browser = new Browser(bed);
    expect((await browser.signIn({ username: 'admin', password })).status).toBe(200);
    const session = { userAuthority: 'ROLE_ADMINISTER', isNew: true, mustChangePassword: true };
    expect(await browser.session()).toMatchObject(session);
    await bed.close();
  });

  it('is told another when the first has lapsed and nobody else could make one', async () => {
    const bed = await openTestbed();
    const said: string[] = [];
    const start = () => provideAdministrator(bed.store, bed.clock.now, (line) => said.push(line));
    await start();
    bed.clock.now += 7 * DAY_MS - 1;
    await start();
    expect(said).toHaveLength(1);
    bed.clock.now += 1;
    const passwordIn = (line = '') => /비밀번호: (\S{16})/.exec(line)?.[1];
    const signInWith = (password: string | undefined) => new Browser(bed).signIn({ username: 'admin', password });
    expect(await (await signInWith(passwordIn(said[0]))).text()).toContain('OneTimePasswordExpired');
    await start();
    expect(said).toHaveLength(2);
    expect((await signInWith(passwordIn(said[0]))).status).toBe(401);
    expect((await signInWith(passwordIn(said[1]))).status).toBe(200);
    bed.clock.now += 7 * DAY_MS;
    await bed.aUser({ login: 'boss', authority: 'ROLE_ADMINISTER' });
    await start();
    expect(said).toHaveLength(2);
    await bed.close();
  });

  it('is not made where somebody is already known', async () => {
    const bed = await openTestbed();
    await bed.aUser();
    const said: string[] = [];
    await provideAdministrator(bed.store, bed.clock.now, (line) => said.push(line));
    expect(said).toEqual([]);
    await bed.close();
  });
});
