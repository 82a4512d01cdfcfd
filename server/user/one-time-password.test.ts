import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time/time.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';

const OWN = '한라봉은 겨울에 단맛이 든다';

let server: TestServer;
let boss: SignedIn;
beforeEach(async () => {
  server = await aServer();
  await aUser(server.store, 'boss', { authority: 'ROLE_ADMINISTER' });
  boss = await signIn(server.url, 'boss');
});

async function send(person: SignedIn, method: string, path: string, body: unknown = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await person.call(path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

async function aNewcomer(): Promise<{ index: number; password: string }> {
  const fields = { userId: 'haenyeo', name: '고해녀', authority: 'ROLE_USER' };
  const { data } = (await send(boss, 'POST', '/api/admin/users', fields)).body;
  return { index: data.index, password: data.oneTimePassword };
}

/** The state of the newcomer's password in the administrator's list. */
async function listed(): Promise<unknown> {
  const { rows } = await (await boss.call('/api/admin/users?search=haenyeo')).json();
  return rows[0].password;
}

const change = (person: SignedIn, current: string, next: string) =>
  send(person, 'PUT', '/api/users/me/password', { current, next });

describe('a one-time password', () => {
  it('opens nothing but the way to another, which then opens everything', async () => {
    const { password } = await aNewcomer();
    const newcomer = await signIn(server.url, 'haenyeo', password);
    expect(await send(newcomer, 'PUT', '/api/users/me', {})).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_CHANGE_REQUIRED', message: expect.stringContaining('새 비밀번호') },
    });
    expect((await newcomer.call('/api/farms')).status).toBe(403);
    expect((await newcomer.call('/api/live')).status).toBe(403);
    expect((await newcomer.call('/api/site')).status).toBe(200);
    expect(await change(newcomer, password, password)).toMatchObject({ status: 400, body: { code: 'PASSWORD_WEAK' } });
    expect((await newcomer.call('/api/farms')).status).toBe(403);

    expect((await change(newcomer, password, OWN)).status).toBe(200);
    expect((await newcomer.call('/api/farms')).status).toBe(200);
    await expect(signIn(server.url, 'haenyeo', password)).rejects.toThrow(/401/);
    expect((await (await signIn(server.url, 'haenyeo', OWN)).call('/api/farms')).status).toBe(200);
  });

  it('is told apart by the session until it is another, and is asked for again after a reset', async () => {
    const { index, password } = await aNewcomer();
    expect(await listed()).toBe('one-time');
    const newcomer = await signIn(server.url, 'haenyeo', password);
    await change(newcomer, password, OWN);
    expect(await listed()).toBe('own');
    const { data } = (await send(boss, 'POST', `/api/admin/users/${index}/password`)).body;
    expect(await listed()).toBe('one-time');
    const again = await signIn(server.url, 'haenyeo', data.oneTimePassword);
    expect((await again.call('/api/farms')).status).toBe(403);
  });

  it('can be changed by a role that has no page of its own', async () => {
    const { password } = await aNewcomer();
    await server.store.db.deleteFrom('menu_right').where('authority', '=', 'ROLE_USER').execute();
    const newcomer = await signIn(server.url, 'haenyeo', password);
    expect((await change(newcomer, password, OWN)).status).toBe(200);
  });

  it('lapses after 7 days, as the administrator sees, and a new one is taken', async () => {
    const { index, password } = await aNewcomer();
    const issued = server.store.db.updateTable('user').where('id', '=', index);
    await issued.set({ one_time_issued_at: Date.now() - 7 * DAY_MS }).execute();
    expect(await listed()).toBe('lapsed');
    await expect(signIn(server.url, 'haenyeo', password)).rejects.toThrow(/OneTimePasswordExpired/);
    await expect(signIn(server.url, 'haenyeo', 'a wrong one')).rejects.toThrow(/CredentialsSignin/);
    const { data } = (await send(boss, 'POST', `/api/admin/users/${index}/password`)).body;
    await signIn(server.url, 'haenyeo', data.oneTimePassword);
  });
});

describe('a login', () => {
  it('is taken in any case and script', async () => {
    const add = (userId: string) =>
      send(boss, 'POST', '/api/admin/users', { userId, name: 'x', authority: 'ROLE_USER' });
    expect((await add('Élise')).status).toBe(201);
    for (const userId of ['Élise', 'ÉLISE', 'BOSS']) {
      expect(await add(userId), userId).toMatchObject({ status: 409, body: { code: 'LOGIN_TAKEN', field: 'userId' } });
    }
  });
});
