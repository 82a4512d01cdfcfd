import { randomUUID } from 'node:crypto';
import { createUser } from '#server/auth/account/users.ts';
import { sessionName } from '#server/user/queries.ts';
import { PASSWORD } from '../support/server/server.ts';
import type { Example, World } from './examples.ts';

/** A user that no other test uses. */
async function somebody({ server: { store } }: World) {
  const login = `guest-${randomUUID().slice(0, 8)}`;
  const id = await createUser(store, { login, name: login, password: PASSWORD, authority: 'ROLE_USER', isNew: false });
  return { id, login };
}

/** Gives all people the same personal data, so that one edit fits every sender. */
async function samePerson({ server: { store }, ids }: World) {
  const base = { name: '같은 이름', phone: '', email: '' };
  await store.db
    .updateTable('user')
    .set({ name: base.name, phone: null, email: null })
    .where('id', 'in', Object.values(ids))
    .execute();
  return base;
}

/** Another session of the owner. */
async function anotherSession({ server: { store }, ids }: World): Promise<string> {
  const sid = randomUUID();
  const now = Date.now();
  await store.db
    .insertInto('session')
    .values({
      token_hash: randomUUID(),
      sid,
      user_id: ids.owner,
      created_at: now,
      seen_at: now,
      expires_at: now + 3_600_000,
      user_agent: 'test',
    })
    .execute();
  return sessionName(sid);
}

const userBase = (login: string) => ({ name: login, authority: 'ROLE_USER', isDisabled: false });

/** Examples of personal data, and of the management of users. */
export const peopleExamples = {
  getMe: { input: () => ({}) },
  updateMe: {
    input: async (world) => {
      const base = await samePerson(world);
      return { body: { ...base, phone: '010-1234-5678', base } };
    },
    bad: [
      { body: { name: ' ' }, field: 'name' },
      { body: { phone: 'call me' }, field: 'phone' },
      { body: { email: 'grower@' }, field: 'email' },
      { body: { base: null }, field: 'base' },
    ],
  },
  changePassword: {
    // The new password must differ from the present one, so the original one is restored first.
    input: async (world) => {
      await restorePasswords(world);
      return { body: { current: PASSWORD, next: 'another good sentence' } };
    },
    bad: [
      { body: { current: 'not my password' }, field: 'current' },
      { body: { next: 'short' }, field: 'next' },
      { body: { next: 'qwertyuiop' }, field: 'next' },
      { body: { next: 'password12345' }, field: 'next' },
      { body: { next: 'owner of a farm' }, field: 'next' },
      { body: { next: PASSWORD }, field: 'next' },
    ],
  },
  mySessions: { input: () => ({}) },
  endMySession: {
    input: async (world) => ({ params: { id: await anotherSession(world) } }),
    // Only the owner may end the owner's session.
    exceptions: { stranger: 404, reader: 404, writer: 404, administrator: 404 },
    bad: [{ params: { id: 'all' }, field: 'id' }],
  },
  endMyOtherSessions: { input: () => ({}) },
  adminUsers: {
    input: () => ({ query: { search: 'o', sort: '-createdAt' } }),
    as: 'administrator',
    bad: [{ query: { sort: 'password' }, field: 'sort' }],
  },
  createUser: {
    input: () => ({ body: { userId: `new-${randomUUID().slice(0, 8)}`, name: '새 사람', authority: 'ROLE_USER' } }),
    as: 'administrator',
    bad: [
      { body: { userId: 'a b' }, field: 'userId' },
      { body: { name: '' }, field: 'name' },
      { body: { authority: 'ROLE_ROOT' }, field: 'authority' },
    ],
  },
  updateUser: {
    input: async (world) => {
      const { id, login } = await somebody(world);
      return { params: { id }, body: { ...userBase(login), isDisabled: true, base: userBase(login) } };
    },
    as: 'administrator',
    bad: [
      { body: { authority: 'ROLE_ROOT' }, field: 'authority' },
      { body: { isDisabled: 'yes' }, field: 'isDisabled' },
    ],
  },
  resetPassword: {
    input: async (world) => ({ params: { id: (await somebody(world)).id } }),
    as: 'administrator',
    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  endUserSessions: {
    input: async (world) => ({ params: { id: (await somebody(world)).id } }),
    as: 'administrator',
    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
} satisfies Record<string, Example>;

/** Restores everybody's original password, from the hashes made with the world. */
async function restorePasswords({ server: { store }, ids, passwordHashes }: World): Promise<void> {
  for (const [role, hash] of passwordHashes) {
    await store.db.updateTable('user').set({ password_hash: hash }).where('id', '=', ids[role]).execute();
  }
}
