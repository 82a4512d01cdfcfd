import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Flag } from '../flag.ts';
import { columns } from '../table.ts';

type AddedUserColumns = {
  /** Somebody else made the password: until it is changed, it allows nothing else. */
  must_change_password: Flag;
  /** When it was issued; null for a password chosen by the user, and for one that never expires. */
  one_time_issued_at: ColumnType<number | null, number | null | undefined, number | null>;
};

export const tables = {
  user: columns<AddedUserColumns>(),
};

/** Adds one-time passwords: made by somebody else, valid for a few days, to be changed at the first sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('must_change_password', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('user').addColumn('one_time_issued_at', 'bigint').execute();
  // Users who never changed the password they were given must change it now. It does not expire, because they were not
  // told that it would.
  await sql`update "user" set must_change_password = 1 where password_changed_at is null and is_demo = 0`.execute(db);
}
