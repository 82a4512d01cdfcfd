import { randomBytes } from 'node:crypto';
import { firstAdministratorNotice } from '#contract/user/sign-in-text.ts';
import type { Store } from '../db/open.ts';
import { createUser } from './users.ts';

const LOGIN = 'admin';

/**
 * Gives an installation without a single user its administrator. The password goes to the person at the
 * terminal, once, and not through the log.
 */
export async function createFirstAdministrator(store: Store, now: number, say: (line: string) => void): Promise<void> {
  const anybody = await store.db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (anybody) return;
  const password = randomBytes(12).toString('base64url');
  await createUser(store, { login: LOGIN, name: LOGIN, password, authority: 'ROLE_ADMINISTER', isNew: true }, now);
  say(firstAdministratorNotice(LOGIN, password));
}
