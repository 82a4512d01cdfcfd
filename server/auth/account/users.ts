import type { UserAuthority } from '#contract/user/auth.ts';
import { lowerOf } from '../../db/fragments.ts';
import type { Queries } from '../../db/open.ts';
import { type Open, prepared } from '../../db/prepared-query.ts';
import { takeNumbers } from '../../db/sequence.ts';
import { oneTime } from '../password/one-time-password.ts';
import { hashPassword } from '../password/password.ts';

export type NewUser = {
  login: string;
  name: string;
  email?: string | null;
  password: string;
  authority: UserAuthority;
  isNew: boolean;
  /** The password was not chosen by the user: it has to be changed at the first sign-in, within days. */
  isOneTime?: boolean;
  /** One of the demonstration's accounts, which go when it goes. */
  isDemo?: boolean;
};

/** Somebody else, upper and lower case aside, already signs in with this. */
export class LoginTaken extends Error {
  override name = 'LoginTaken';
}

const MAX_LOGIN_LENGTH = 64;

/** Creates a user and returns their id. Throws LoginTaken, or RangeError for a login or password nobody could type. */
export async function createUser({ db }: Queries, user: NewUser, now: number = Date.now()): Promise<number> {
  const login = normalLogin(user.login);
  if (login === undefined) throw new RangeError(`a login has 1 to ${MAX_LOGIN_LENGTH} printable characters`);
  const passwordHash = await hashPassword(user.password);
  // A number never given before: what a deleted user owned must not fall to the next one.
  const id = await db.transaction().execute((trx) => takeNumbers(trx, 'user'));
  const added = await db
    .insertInto('user')
    .values({
      id,
      login,
      name: user.name,
      email: user.email ?? null,
      password_hash: passwordHash,
      authority: user.authority,
      ...(user.isOneTime && oneTime(now)),
      is_new: user.isNew ? 1 : 0,
      is_demo: user.isDemo ? 1 : 0,
      created_at: now,
      disabled_at: null,
    })
    .onConflict((c) => c.expression(lowerOf('login')).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new LoginTaken(`the login ${login} is taken`);
  return added.id;
}

type KnownUser = { userId: number; passwordHash: string; isEnabled: boolean; oneTimeIssuedAt: number | null };

const findByLogin = prepared((db, open: Open<{ login: string }>) =>
  db
    .selectFrom('user')
    .select([
      'id',
      'password_hash as passwordHash',
      'disabled_at as disabledAt',
      'one_time_issued_at as oneTimeIssuedAt',
    ])
    .where(lowerOf('login'), '=', ({ fn }) => fn<string>('lower', [open('login')])),
);

/** Whoever signs in with this normal login, disabled or not. */
export async function findUserByLogin(store: Queries, login: string): Promise<KnownUser | undefined> {
  const [row] = await findByLogin(store, { login });
  if (!row) return undefined;
  const { id: userId, disabledAt, ...rest } = row;
  return { userId, isEnabled: disabledAt === null, ...rest };
}

/**
 * The one form of a login that is looked up, counted and stored: Hangul composed, without the spaces a phone adds.
 * Undefined for what no account can be called. Nothing is cut off: what is left of a login would be another's.
 */
export function normalLogin(typed: string): string | undefined {
  const login = typed.normalize('NFC').trim();
  return login === '' || login.length > MAX_LOGIN_LENGTH || /\p{Cc}/u.test(login) ? undefined : login;
}
