import type { Kysely } from 'kysely';

/** What was said of each night's minimum at a place, and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('night_outlook')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('night_on', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('forecast_min', 'double precision', (c) => c.notNull())
    .addColumn('wind_mps', 'double precision', (c) => c.notNull())
    .addColumn('sky', 'double precision', (c) => c.notNull())
    .addColumn('expected_min', 'double precision')
    .addColumn('actual_min', 'double precision')
    .addPrimaryKeyConstraint('night_outlook_pk', ['farm_id', 'place', 'night_on'])
    .execute();
}
