import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { aUser, PASSWORD, type SignedIn, signIn } from '../support/server/server.ts';
import { aSharedFarm, aWorld, type World } from './examples.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});

type Ask = (token: string) => Promise<Response>;

const withToken = (token: string, path: string, init: RequestInit = {}) =>
  fetch(world.server.url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(body),
});

/** One call of each kind: a read, an administrator's read, a write, a stream. */
const doors: [string, Ask][] = [
  ['a read', (token) => withToken(token, '/api/farms')],
  ['an administrator’s list', (token) => withToken(token, '/api/admin/users')],
  ['a write', (token) => withToken(token, `/api/farms/${world.farmId}`, json({ confirmName: 'x' }, 'DELETE'))],
  ['the live stream', (token) => withToken(token, `/api/live?farmIndex=${world.farmId}`)],
];

const parts = (token: string) => token.split('.') as [string, string, string];
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function aGuest(
  authority: 'ROLE_USER' | 'ROLE_ADMINISTER' = 'ROLE_USER',
): Promise<{ id: number; person: SignedIn }> {
  const login = `guest-${randomUUID().slice(0, 8)}`;
  const id = await aUser(world.server.store, login, { authority });
  return { id, person: await signIn(world.server.url, login) };
}

describe.each(doors)('%s', (_name, ask) => {
  it('is shut to a token signed with another key', async () => {
    const payload = JSON.parse(Buffer.from(parts(world.people.administrator.token)[1], 'base64url').toString());
    const forged = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode('a secret of somebody else, long enough'));
    expect((await ask(forged)).status).toBe(401);
  });

  it('is shut to a token whose role was changed by hand, and to one without a signature', async () => {
    const [header, payload, signature] = parts(world.people.stranger.token);
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const raised = encoded({ ...claims, role: 'ROLE_ADMINISTER', sub: String(world.ids.administrator) });
    expect((await ask(`${header}.${raised}.${signature}`)).status).toBe(401);
    expect((await ask(`${encoded({ alg: 'none', typ: 'JWT' })}.${raised}.`)).status).toBe(401);
  });

  it('is shut to the token of a session that has ended', async () => {
    const { person } = await aGuest();
    await person.signOut();
    expect((await ask(person.token)).status).toBe(401);
  });

  it('is shut at once to whoever is taken out of use', async () => {
    const { id, person } = await aGuest();
    const [row] = (
      await (await world.people.administrator.call('/api/admin/users?search=guest&size=500')).json()
    ).rows.filter(({ index }: { index: number }) => index === id);
    const base = { name: row.name, authority: row.authority, isDisabled: false };
    const answer = await world.people.administrator.call(
      `/api/admin/users/${id}`,
      json({ ...base, isDisabled: true, base }, 'PUT'),
    );
    expect(answer.status).toBe(200);
    expect((await ask(person.token)).status).toBe(401);
  });

  it('is shut to every other session once the password has changed', async () => {
    const { person } = await aGuest();
    const login = JSON.parse(Buffer.from(parts(person.token)[1], 'base64url').toString()).login;
    const other = await signIn(world.server.url, login);
    const changed = await person.call(
      '/api/users/me/password',
      json({ current: PASSWORD, next: 'rain closes the vents' }, 'PUT'),
    );
    expect(changed.status).toBe(200);
    expect((await ask(other.token)).status).toBe(401);
    expect((await withToken(person.token, '/api/farms')).status).toBe(200);
  });
});

describe('a role', () => {
  it('is that of the database, whatever the token was issued with', async () => {
    const { id, person } = await aGuest('ROLE_ADMINISTER');
    expect((await person.call('/api/admin/users')).status).toBe(200);
    await world.server.store.db.updateTable('user').set({ authority: 'ROLE_USER' }).where('id', '=', id).execute();
    expect((await person.call('/api/admin/users')).status).toBe(403);
  });

  it('of administrator cannot be taken from the last who has it', async () => {
    const base = { name: 'boss', authority: 'ROLE_ADMINISTER', isDisabled: false };
    await world.server.store.db
      .updateTable('user')
      .set({ authority: 'ROLE_USER' })
      .where('id', '!=', world.ids.administrator)
      .execute();
    for (const change of [{ isDisabled: true }, { authority: 'ROLE_USER' }]) {
      const answer = await world.people.administrator.call(
        `/api/admin/users/${world.ids.administrator}`,
        json({ ...base, ...change, base }, 'PUT'),
      );
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ code: 'LAST_ADMINISTRATOR' });
    }
  });
});

describe('a write of one user', () => {
  it('is never done in the name of another who is signed in on the same device', async () => {
    const farmId = await aSharedFarm(world);
    const init = json({ confirmName: '한라 농장' }, 'DELETE');
    const headers = { ...init.headers, 'x-expected-user': 'reader' };
    const answer = await world.people.owner.call(`/api/farms/${farmId}`, { ...init, headers });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'IDENTITY_MISMATCH' });
    expect((await world.people.owner.call(`/api/farms/${farmId}`)).status).toBe(200);
  });
});
