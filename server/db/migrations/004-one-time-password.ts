import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Flag } from '../flag.ts';
import { columns } from '../table.ts';

type AddedUserColumns = {
  /** The password was made by somebody else: it opens nothing but the way to another. */
  must_change_password: Flag;
  /** When that was; null for a password of the user's own, and for one that never lapses. */
  one_time_issued_at: ColumnType<number | null, number | null | undefined, number | null>;
};

export const tables = {
  user: columns<AddedUserColumns>(),
};

/** Passwords that somebody else made: to be changed at the first sign-in, and only for some days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('must_change_password', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('user').addColumn('one_time_issued_at', 'bigint').execute();
  // Whoever never changed the password they were given is asked to now. Theirs has no day on which it lapses: they
  // were told of none.
  await sql`update "user" set must_change_password = 1 where password_changed_at is null and is_demo = 0`.execute(db);
}
