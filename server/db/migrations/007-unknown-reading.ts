import { type Kysely, sql } from 'kysely';

/** Readings whose code no sensor has, kept for a day until somebody says what they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unknown_reading')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('device_id', 'integer', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('unknown_reading_pk', ['farm_id', 'device_id', 'code', 'at'])
    .modifyEnd(sql`without rowid`)
    .execute();
}
