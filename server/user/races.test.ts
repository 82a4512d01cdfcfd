import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { aServer, aUser, PASSWORD, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';

let server: TestServer;
let boss: SignedIn;
let growerId: number;
beforeEach(async () => {
  server = await aServer();
  await aUser(server.store, 'boss', { authority: 'ROLE_ADMINISTER' });
  growerId = await aUser(server.store, 'grower');
  boss = await signIn(server.url, 'boss');
});

async function send(person: SignedIn, method: string, path: string, body: unknown = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await person.call(path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const resetGrower = async (): Promise<string> =>
  (await send(boss, 'POST', `/api/admin/users/${growerId}/password`)).body.data.oneTimePassword;

const sessionsOfGrower = () =>
  server.store.db.selectFrom('session').select('sid').where('user_id', '=', growerId).execute();

describe('a password that an administrator sets', () => {
  it('is the one that counts, whatever the user is changing at the moment, 6 of 6 times', async () => {
    let current = PASSWORD;
    for (let round = 0; round < 6; round += 1) {
      const grower = await signIn(server.url, 'grower', current);
      const next = `한라봉 ${round} 감귤 창고 열쇠`;
      const [oneTime, changed] = await Promise.all([
        resetGrower(),
        send(grower, 'PUT', '/api/users/me/password', { current, next }),
      ]);
      // Refused because the session has ended, or because the password is another by now.
      expect([200, 400, 401], JSON.stringify(changed)).toContain(changed.status);
      await expect(signIn(server.url, 'grower', next)).rejects.toThrow(/401/);
      await signIn(server.url, 'grower', oneTime);
      current = oneTime;
    }
  });

  it('leaves no session to who signs in with the old one at the moment', async () => {
    const underWay = Array.from({ length: 6 }, () => signIn(server.url, 'grower').catch(() => undefined));
    await Promise.all([resetGrower(), ...underWay]);
    expect(await sessionsOfGrower()).toEqual([]);
  });
});

describe('an account taken out of use', () => {
  it('has no session of who signs in at the moment', async () => {
    const underWay = Array.from({ length: 6 }, () => signIn(server.url, 'grower').catch(() => undefined));
    const fields = { name: 'grower', authority: 'ROLE_USER' };
    const edit = { ...fields, isDisabled: true, base: { ...fields, isDisabled: false } };
    await Promise.all([send(boss, 'PUT', `/api/admin/users/${growerId}`, edit), ...underWay]);
    expect(await sessionsOfGrower()).toEqual([]);
  });
});

describe('a write', () => {
  it('takes effect before its session ends, or not at all', async () => {
    const otherBoss = await signIn(server.url, 'boss');
    const fields = { userId: 'latecomer', name: 'late', authority: 'ROLE_USER' };
    const [created] = await Promise.all([
      send(otherBoss, 'POST', '/api/admin/users', fields),
      send(boss, 'DELETE', '/api/users/me/sessions'),
    ]);
    // Nobody decides which of the two comes first. Lines are written in the order in which writes take effect.
    const lines = await server.store.db.selectFrom('audit').select('action').orderBy('audit_id').execute();
    const effects = lines.map(({ action }) => action);
    if (created.status === 201) expect(effects).toEqual(['user.create', 'user.sessions']);
    else {
      expect(created).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expect(effects).toEqual(['user.sessions']);
      const users = await server.store.db.selectFrom('user').select('login').execute();
      expect(users.map(({ login }) => login).sort()).toEqual(['admin', 'boss', 'grower']);
    }
  });
});
