import { randomBytes } from 'node:crypto';
import { firstAdministratorNotice } from '#contract/user/sign-in-text.ts';
import type { Store } from '../../db/open.ts';
import { hasLapsed, setOneTimePassword } from '../password/one-time-password.ts';
import { hashPassword } from '../password/password.ts';
import { createUser } from './users.ts';

const LOGIN = 'admin';

/**
 * Creates the first administrator when there are no users. When the one-time passwords of all administrators have
 * expired, it gives one of them a new password, because nobody is left who could. The password is printed to the
 * terminal once and never logged.
 */
export async function provideAdministrator(store: Store, now: number, say: (line: string) => void): Promise<void> {
  const password = randomBytes(12).toString('base64url');
  const anybody = await store.db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (!anybody) {
    const user = { login: LOGIN, name: LOGIN, password, authority: 'ROLE_ADMINISTER' as const };
    await createUser(store, { ...user, isNew: true, isOneTime: true }, now);
    return say(firstAdministratorNotice(LOGIN, password));
  }
  const administrators = await store.db
    .selectFrom('user')
    .select(['id', 'login', 'one_time_issued_at as issuedAt'])
    .where('authority', '=', 'ROLE_ADMINISTER')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
  const [first] = administrators;
  if (!first || administrators.some(({ issuedAt }) => !hasLapsed(issuedAt, now))) return;
  await setOneTimePassword(store, first.id, { passwordHash: await hashPassword(password), at: now });
  say(firstAdministratorNotice(first.login, password));
}
