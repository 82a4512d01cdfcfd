import type { Kysely } from 'kysely';

/** What is told of each night and each day at a place, as it was told first and as it is told now, and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outlook')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('on_date', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('forecast_c', 'double precision', (c) => c.notNull())
    .addColumn('expected_c', 'double precision')
    .addColumn('error_c', 'double precision')
    .addColumn('past_count', 'integer', (c) => c.notNull())
    .addColumn('heat_c', 'double precision')
    .addColumn('told_forecast_c', 'double precision')
    .addColumn('told_wind_mps', 'double precision')
    .addColumn('told_sky', 'double precision')
    .addColumn('told_heat_c', 'double precision')
    .addColumn('told_expected_c', 'double precision')
    .addColumn('actual_c', 'double precision')
    .addPrimaryKeyConstraint('outlook_pk', ['farm_id', 'place', 'kind', 'on_date', 'is_simulated'])
    .execute();
}
