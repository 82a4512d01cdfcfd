import { passwordProblem } from '#contract/user/password.ts';
import type { PersonFields } from '#contract/user/user.ts';
import type { UserFields } from '#contract/user/user-admin.ts';
import { passwordProblems, userProblems } from '#contract/user/user-text.ts';
import { insertUser, normalLogin } from '../auth/account/users.ts';
import { oneTime } from '../auth/password/one-time-password.ts';
import type { Trx } from '../db/transaction.ts';
import { fail } from '../kernel/fail.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Refuses a new password that is short, personal, simple or common. */
export function requireGoodPassword(password: string, person: { login: string; name: string }, field: string): void {
  const problem = passwordProblem(password, person);
  if (problem !== undefined) fail('PASSWORD_WEAK', { field, message: problem });
  if (isCommonPassword(password)) fail('PASSWORD_WEAK', { field, message: passwordProblems.common });
}

export async function savePerson(trx: Trx, userId: number, { name, phone, email }: PersonFields): Promise<void> {
  await trx
    .updateTable('user')
    .set({ name, phone: phone || null, email: email || null, is_new: 0 })
    .where('id', '=', userId)
    .execute();
}

/**
 * Sets a password chosen by the user, if the current hash is still `instead`. Returns false when somebody has set
 * another password since it was verified.
 */
export async function setOwnPassword(
  trx: Trx,
  userId: number,
  { passwordHash, instead, at }: { passwordHash: string; instead: string; at: number },
): Promise<boolean> {
  const changed = await trx
    .updateTable('user')
    .set({ password_hash: passwordHash, password_changed_at: at, must_change_password: 0, one_time_issued_at: null })
    .where('id', '=', userId)
    .where('password_hash', '=', instead)
    .returning('id')
    .execute();
  return changed.length > 0;
}

type NewAccount = Pick<UserFields, 'name' | 'authority'> & { userId: string; passwordHash: string };

/** Adds a user with a one-time password and returns the id. The user is new until they have filled in their profile. */
export async function addUser(
  trx: Trx,
  { userId, passwordHash, ...account }: NewAccount,
  now: number,
): Promise<number> {
  const id = await insertUser(trx, {
    login: normalLogin(userId) ?? fail('VALIDATION', { field: 'userId' }),
    name: account.name,
    authority: account.authority,
    email: null,
    password_hash: passwordHash,
    ...oneTime(now),
    is_new: 1,
    created_at: now,
    disabled_at: null,
  });
  return id ?? fail('LOGIN_TAKEN', { field: 'userId', message: userProblems.loginTaken });
}

/** Changes what an administrator decides about a user. Refuses to leave no active administrator. */
export async function changeUser(
  trx: Trx,
  userId: number,
  { name, authority, isDisabled }: UserFields,
  at: number,
): Promise<void> {
  await trx
    .updateTable('user')
    .set(({ fn, val }) => ({
      name,
      authority,
      // A disabled user keeps the time at which they were disabled.
      disabled_at: isDisabled ? fn.coalesce('disabled_at', val(at)) : null,
    }))
    .where('id', '=', userId)
    .execute();
  const left = await trx
    .selectFrom('user')
    .select('id')
    .where('authority', '=', 'ROLE_ADMINISTER')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!left) fail('LAST_ADMINISTRATOR', { field: isDisabled ? 'isDisabled' : 'authority' });
}
