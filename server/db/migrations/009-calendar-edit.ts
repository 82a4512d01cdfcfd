import type { Kysely } from 'kysely';

/**
 * Values of growth calendars set by hand, one row each time and none ever changed: the newest of a value counts, all of
 * them are its history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('calendar_edit')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('calendar_edit_id', 'integer', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('period', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('calendar_edit_pk', ['farm_id', 'calendar_edit_id'])
    .execute();
  await db.schema.createIndex('calendar_edit_subject').on('calendar_edit').columns(['farm_id', 'subject_id']).execute();
}
