import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { userSorts } from '../wire/sorts.ts';
import { doneOf, editOf } from '../wire/write.ts';
import { userAuthority } from './auth.ts';
import { personFields } from './user.ts';
import { userProblems } from './user-text.ts';

/** Fields of a user that an administrator edits. */
export const userFields = z.object({
  name: personFields.shape.name,
  authority: userAuthority,
  isDisabled: z.boolean(),
});
export type UserFields = z.infer<typeof userFields>;

const userRow = z.extend(userFields, {
  index: z.number(),
  userId: z.string(),
  phone: z.string(),
  email: z.string(),
  isNew: z.boolean(),
  /** `seenAt` is null for a user who never signed in. */
  createdAt: instantText,
  seenAt: z.nullable(instantText),
  /** Number of open sessions. */
  sessions: z.number(),
  /** own: chosen by the user. one-time: only allows changing it. lapsed: a one-time password that expired. */
  password: z.enum(['own', 'one-time', 'lapsed']),
});
export type UserRow = z.infer<typeof userRow>;

const id = z.object({ id: indexParam });
/** A user with the one-time password, which is shown only once; null in the answer to a repeat. */
const withPassword = doneOf(z.extend(userRow, { oneTimePassword: z.nullable(z.string()) }));

export const adminUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  who: 'administrator',
  farm: 'none',
  query: listQuery(userSorts),
  answer: pageOf(userRow),
  offline: 'online-only',
  about: 'Lists all users.',
});

export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  who: 'administrator',
  farm: 'none',
  body: z.object({
    userId: z
      .string()
      .check(z.trim(), z.minLength(1), z.regex(/^[\p{L}\p{N}._-]{3,40}$/u, { error: userProblems.login })),
    name: personFields.shape.name,
    authority: z._default(userAuthority, 'ROLE_USER'),
  }),
  answer: withPassword,
  status: 201,
  errors: ['LOGIN_TAKEN'],
  offline: 'now-or-never',
  about:
    'Creates a user. The answer contains, only this once, a generated password that the user must change at the first sign-in within 7 days.',
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}',
  who: 'administrator',
  farm: 'none',
  params: id,
  body: editOf(userFields),
  answer: doneOf(userRow),
  errors: ['CHANGED_MEANWHILE', 'LAST_ADMINISTRATOR'],
  offline: 'now-or-never',
  about: 'Renames a user, changes the role, or disables the account, which ends its sessions at once.',
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/password',
  who: 'administrator',
  farm: 'none',
  params: id,
  answer: withPassword,
  offline: 'now-or-never',
  about:
    'Replaces the password of a user by a generated one, which the answer contains only this once, and ends all sessions of the user.',
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions',
  who: 'administrator',
  farm: 'none',
  params: id,
  answer: doneOf(z.object({ endedSessions: z.number() })),
  offline: 'now-or-never',
  about: 'Ends all sessions of a user.',
});
