import { createHash } from 'node:crypto';
import type { Me, MySession, PersonFields } from '#contract/user/user.ts';
import type { UserFields, UserRow } from '#contract/user/user-admin.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { userSorts } from '#contract/wire/sorts.ts';
import { hasLapsed } from '../auth/password/one-time-password.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import type { Caller } from '../kernel/access/caller.ts';

export async function findMe({ db }: Queries, userId: number): Promise<Me | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['login as userId', 'name', 'phone', 'email', 'authority', 'is_new as isNew'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, phone: row.phone ?? '', email: row.email ?? '', isNew: row.isNew === 1 };
}

export function personOf({ name, phone, email }: Me): PersonFields {
  return { name, phone, email };
}

/** A public id of a session: a digest, because tokens contain the sid itself. */
export function sessionName(sid: string): string {
  return createHash('sha256').update(`session ${sid}`).digest('hex').slice(0, 32);
}

export async function listSessionsOf({ db }: Queries, caller: Caller, now: number): Promise<MySession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['sid', 'created_at as createdAt', 'seen_at as seenAt', 'user_agent as userAgent'])
    .where('user_id', '=', caller.userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute();
  return rows
    .map(({ sid, createdAt, seenAt, userAgent }) => ({
      id: sessionName(sid),
      startedAt: new Date(createdAt).toISOString(),
      seenAt: new Date(seenAt).toISOString(),
      userAgent,
      isThis: sid === caller.sid,
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

const sortColumns = {
  userId: 'user.login',
  name: 'user.name',
  authority: 'user.authority',
  createdAt: 'user.created_at',
};

function users({ db }: Queries) {
  return db.selectFrom('user').select(({ selectFrom }) => [
    'user.id as index',
    'user.login as userId',
    'user.name',
    'user.phone',
    'user.email',
    'user.authority',
    'user.is_new as isNew',
    'user.created_at as createdAt',
    'user.disabled_at as disabledAt',
    'user.must_change_password as mustChange',
    'user.one_time_issued_at as issuedAt',
    selectFrom('session')
      .whereRef('session.user_id', '=', 'user.id')
      .select(({ fn }) => fn.max('session.seen_at').as('seenAt'))
      .as('seenAt'),
    selectFrom('session')
      .whereRef('session.user_id', '=', 'user.id')
      .select(({ fn }) => fn.countAll<number>().as('sessions'))
      .as('sessions'),
  ]);
}

export async function pageOfUsers(
  store: Queries,
  asked: ListAsked<SortOf<(typeof userSorts)[number]>>,
  now: number,
): Promise<{ rows: UserRow[]; total: number }> {
  const { rows, total } = await onePage(users(store), asked, {
    searched: ['user.login', 'user.name', 'user.email', 'user.phone'],
    sorted: sortColumns,
    otherwise: 'user.id',
  });
  return { rows: rows.map((row) => toRow(row, now)), total };
}

export async function findUser(store: Queries, userId: number, now: number): Promise<UserRow | undefined> {
  const row = await users(store).where('user.id', '=', userId).executeTakeFirst();
  return row && toRow(row, now);
}

export function userFieldsOf({ name, authority, isDisabled }: UserRow): UserFields {
  return { name, authority, isDisabled };
}

type Row = Pick<UserRow, 'index' | 'userId' | 'name' | 'authority'> & {
  phone: string | null;
  email: string | null;
  isNew: 0 | 1;
  createdAt: number;
  disabledAt: number | null;
  seenAt: number | null;
  sessions: number | null;
  mustChange: 0 | 1;
  issuedAt: number | null;
};

function toRow(row: Row, now: number): UserRow {
  const { phone, email, isNew, createdAt, disabledAt, seenAt, sessions, mustChange, issuedAt, ...rest } = row;
  return {
    ...rest,
    phone: phone ?? '',
    email: email ?? '',
    isNew: isNew === 1,
    createdAt: new Date(createdAt).toISOString(),
    isDisabled: disabledAt !== null,
    seenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
    sessions: sessions ?? 0,
    password: mustChange === 0 ? 'own' : hasLapsed(issuedAt, now) ? 'lapsed' : 'one-time',
  };
}
