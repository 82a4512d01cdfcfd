import type { Insertable } from 'kysely';
import type { UserAuthority } from '#contract/user/auth.ts';
import { lowerOf } from '../../db/fragments.ts';
import type { Queries } from '../../db/open.ts';
import { type ParameterOf, preparedQuery } from '../../db/prepared-query.ts';
import type { Database } from '../../db/schema.ts';
import { takeNumbers } from '../../db/sequence.ts';
import type { Trx } from '../../db/transaction.ts';
import { oneTime } from '../password/one-time-password.ts';
import { hashPassword } from '../password/password.ts';

export type NewUser = {
  login: string;
  name: string;
  email?: string | null;
  password: string;
  authority: UserAuthority;
  isNew: boolean;
  /** The user did not choose the password and must change it at the first sign-in, within a few days. */
  isOneTime?: boolean;
  /** Marks an account of the demonstration. It is deleted together with the demonstration. */
  isDemo?: boolean;
};

/** Another user already has this login; upper and lower case do not count. */
export class LoginTaken extends Error {
  override name = 'LoginTaken';
}

const MAX_LOGIN_LENGTH = 64;

/** Creates a user and returns the id. Throws LoginTaken, or RangeError for a login or password that is not allowed. */
export async function createUser({ db }: Queries, user: NewUser, now: number = Date.now()): Promise<number> {
  const login = normalLogin(user.login);
  if (login === undefined) throw new RangeError(`a login has 1 to ${MAX_LOGIN_LENGTH} printable characters`);
  const passwordHash = await hashPassword(user.password);
  const { name, email = null, authority, isNew, isOneTime, isDemo } = user;
  const id = await db.transaction().execute((trx) =>
    insertUser(trx, {
      login,
      name,
      email,
      authority,
      password_hash: passwordHash,
      ...(isOneTime && oneTime(now)),
      is_new: isNew ? 1 : 0,
      is_demo: isDemo ? 1 : 0,
      created_at: now,
      disabled_at: null,
    }),
  );
  if (id === undefined) throw new LoginTaken(`the login ${login} is taken`);
  return id;
}

/** Inserts a user and returns the id; undefined when another user has the login, in upper or lower case. */
export async function insertUser(
  trx: Trx,
  user: Omit<Insertable<Database['user']>, 'id'>,
): Promise<number | undefined> {
  // Ids are never reused: a new user must not get what a deleted user owned.
  const id = await takeNumbers(trx, 'user');
  const added = await trx
    .insertInto('user')
    .values({ id, ...user })
    .onConflict((c) => c.expression(lowerOf('login')).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

type KnownUser = { userId: number; passwordHash: string; isEnabled: boolean; oneTimeIssuedAt: number | null };

const findByLogin = preparedQuery((db, param: ParameterOf<{ login: string }>) =>
  db
    .selectFrom('user')
    .select([
      'id',
      'password_hash as passwordHash',
      'disabled_at as disabledAt',
      'one_time_issued_at as oneTimeIssuedAt',
    ])
    .where(lowerOf('login'), '=', ({ fn }) => fn<string>('lower', [param('login')])),
);

/** The user with this normalised login, disabled or not. */
export async function findUserByLogin(store: Queries, login: string): Promise<KnownUser | undefined> {
  const [row] = await findByLogin(store, { login });
  if (!row) return undefined;
  const { id: userId, disabledAt, ...rest } = row;
  return { userId, isEnabled: disabledAt === null, ...rest };
}

/**
 * Normalises a login for lookup, counting and storage: Hangul composed (NFC), surrounding spaces removed. Undefined for
 * a login that no account can have. It never cuts a login short: the rest could be the login of another user.
 */
export function normalLogin(typed: string): string | undefined {
  const login = typed.normalize('NFC').trim();
  return login === '' || login.length > MAX_LOGIN_LENGTH || /\p{Cc}/u.test(login) ? undefined : login;
}
