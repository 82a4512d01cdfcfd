import { type Kysely, sql } from 'kysely';

/** Readings left out by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exclusion')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('exclusion_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .addColumn('lifted_by', 'integer')
    .addColumn('lifted_at', 'bigint')
    .addColumn('is_settled', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('exclusion_pk', ['farm_id', 'exclusion_id'])
    .execute();
  await db.schema.createIndex('exclusion_by_id').on('exclusion').column('exclusion_id').execute();
  await db.schema.createIndex('exclusion_channel').on('exclusion').columns(['farm_id', 'channel_id']).execute();
  // Few are unsettled, and never for long: found after a stop in between without reading the rest.
  await sql`create index exclusion_unsettled on exclusion (exclusion_id) where is_settled = 0`.execute(db);
}
