import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, RawBuilder, Selectable } from 'kysely';
import type { UserAuthority } from '#contract/user/auth.ts';
import type { Store } from '../../db/open.ts';
import { type ParameterOf, preparedQuery } from '../../db/prepared-query.ts';
import type { Database } from '../../db/schema.ts';
import { isStorageFull } from '../../db/storage-room.ts';
import { writeInvalidatedCache } from '../../db/write-invalidated-cache.ts';

/** A session ends after this time without use. */
const IDLE_LIFE_MS = 60 * 60_000;
/** A session ends after this time even when it is used. */
const ABSOLUTE_LIFE_MS = 12 * 60 * 60_000;

export type LiveSession = {
  sid: string;
  userId: number;
  login: string;
  name: string;
  email: string | null;
  authority: UserAuthority;
  isNew: boolean;
  mustChangePassword: boolean;
  expiresAt: number;
};

/** A user and the hash that their password was verified against. */
export type VerifiedUser = { userId: number; passwordHash: string };

export type Sessions = {
  /**
   * Starts a session. The returned value goes into the cookie and is stored nowhere else. Undefined when the user was
   * disabled, or got another password, after this one was verified.
   */
  start(user: VerifiedUser, userAgent: string): Promise<{ cookieValue: string; expiresAt: number } | undefined>;
  /**
   * The session of a cookie, with its idle life extended if the disk has room for the write; undefined when it has
   * ended or its user is disabled.
   */
  renew(cookieValue: string): Promise<LiveSession | undefined>;
  /** The session with this id as the database has it now; does not extend its life. */
  find(sid: string): Promise<LiveSession | undefined>;
  endByCookie(cookieValue: string): Promise<void>;
  /** Deletes expired sessions. */
  sweep(): Promise<void>;
  /** Tells the listeners about sessions that another transaction has ended; call it after the commit. */
  tellEnded(sids: readonly string[]): void;
  /** Calls the listener with the sid of every session that ends, after the commit; returns how to unsubscribe. */
  onEnded(listener: (sid: string) => void): () => void;
};

const MAX_USER_AGENT_LENGTH = 200;

const alive = (db: Kysely<Database>, now: number | RawBuilder<number>) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.sid',
      'session.created_at as createdAt',
      'session.expires_at as expiresAt',
      'user.id as userId',
      'user.login',
      'user.name',
      'user.email',
      'user.authority',
      'user.is_new as isNew',
      'user.must_change_password as mustChangePassword',
    ])
    .where('session.expires_at', '>', now)
    .where('user.disabled_at', 'is', null);

/** Runs on every call. The cache holds until the next write, so an ended or changed session takes effect at once. */
const findAlive = preparedQuery((db, param: ParameterOf<{ sid: string; now: number }>) =>
  alive(db, param('now')).where('session.sid', '=', param('sid')),
);

/** Sessions live in the database. The cookie is an opaque random value, and only its SHA-256 is stored. */
export function createSessions(store: Store, now: () => number): Sessions {
  const { db } = store;
  const listeners = new Set<(sid: string) => void>();
  const remember = writeInvalidatedCache<LiveSession | undefined>(store, ['people']);

  const tell = (ended: readonly { sid: string }[]): void => {
    for (const { sid } of ended) for (const listener of [...listeners]) listener(sid);
  };

  const sweep = async (): Promise<void> => {
    tell(await db.deleteFrom('session').where('expires_at', '<=', now()).returning('sid').execute());
  };

  return {
    sweep,

    async start({ userId, passwordHash }, userAgent) {
      await sweep();
      const cookieValue = randomBytes(32).toString('base64url');
      const createdAt = now();
      const expiresAt = createdAt + IDLE_LIFE_MS;
      const session = {
        token_hash: hashOf(cookieValue),
        sid: randomBytes(16).toString('base64url'),
        user_id: userId,
        created_at: createdAt,
        seen_at: createdAt,
        expires_at: expiresAt,
        user_agent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
      };
      const isStarted = await insertFor(db, passwordHash, session);
      return isStarted ? { cookieValue, expiresAt } : undefined;
    },

    async renew(cookieValue) {
      const tokenHash = hashOf(cookieValue);
      const row = await alive(db, now()).where('session.token_hash', '=', tokenHash).executeTakeFirst();
      if (!row) return undefined;
      const expiresAt = Math.min(now() + IDLE_LIFE_MS, row.createdAt + ABSOLUTE_LIFE_MS);
      const renewal = db.updateTable('session').set({ seen_at: now(), expires_at: expiresAt });
      const isRenewed = await whereThereIsRoom(() => renewal.where('token_hash', '=', tokenHash).execute());
      return toLive(isRenewed ? { ...row, expiresAt } : row);
    },

    async find(sid) {
      const session = await remember(sid, async () => {
        const [row] = await findAlive(store, { sid, now: now() });
        return row && toLive(row);
      });
      return session && session.expiresAt > now() ? session : undefined;
    },

    async endByCookie(cookieValue) {
      const ended = db.deleteFrom('session').where('token_hash', '=', hashOf(cookieValue)).returning('sid');
      tell(await ended.execute());
    },

    tellEnded: (sids) => tell(sids.map((sid) => ({ sid }))),

    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Inserts the session if the user is enabled and still has this password hash; returns false when not. */
function insertFor(
  db: Kysely<Database>,
  passwordHash: string,
  session: Selectable<Database['session']>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Changes nothing but locks the row: a concurrent password change waits and then finds this session to end.
    const still = await trx
      .updateTable('user')
      .set({ password_hash: passwordHash })
      .where('id', '=', session.user_id)
      .where('password_hash', '=', passwordHash)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (still) await trx.insertInto('session').values(session).execute();
    return still !== undefined;
  });
}

type Row = Omit<LiveSession, 'isNew' | 'mustChangePassword'> & { isNew: 0 | 1; mustChangePassword: 0 | 1 };

function toLive(row: Row): LiveSession {
  const { sid, userId, login, name, email, authority, expiresAt } = row;
  const [isNew, mustChangePassword] = [row.isNew === 1, row.mustChangePassword === 1];
  return { sid, userId, login, name, email, authority, isNew, mustChangePassword, expiresAt };
}

/** Writes, and returns false when the disk is full: a full disk must not stop people from reading. */
async function whereThereIsRoom(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isStorageFull(error)) return false;
    throw error;
  }
}

function hashOf(cookieValue: string): string {
  return createHash('sha256').update(cookieValue).digest('hex');
}
