import { type Kysely, sql } from 'kysely';

/** Stations whose measurements are kept as series, and forecasts by the cell of the grid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('weather_station')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('observed_at', 'bigint')
    .addColumn('fetched_at', 'bigint')
    .addColumn('rain_total_mm', 'double precision')
    .addColumn('rain_total_at', 'bigint')
    .execute();

  await db.schema
    .createTable('forecast_issue')
    .addColumn('cell', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('fetched_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('forecast_issue_pk', ['cell', 'is_simulated', 'service', 'issued_at'])
    .execute();
  await db.schema.createIndex('forecast_issue_at').on('forecast_issue').column('issued_at').execute();

  // By the hour first: what is asked for is a day of a cell, in whatever issue.
  await db.schema
    .createTable('forecast_hour')
    .addColumn('cell', 'text', (c) => c.notNull())
    .addColumn('is_simulated', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('temperature_c', 'double precision')
    .addColumn('day_min_c', 'double precision')
    .addColumn('day_max_c', 'double precision')
    .addColumn('humidity_pct', 'double precision')
    .addColumn('sky', 'integer')
    .addColumn('precipitation_type', 'integer')
    .addColumn('probability_pct', 'double precision')
    .addColumn('rain_min_mm', 'double precision')
    .addColumn('rain_max_mm', 'double precision')
    .addColumn('rain_mm', 'double precision')
    .addColumn('snow_min_cm', 'double precision')
    .addColumn('snow_max_cm', 'double precision')
    .addColumn('snow_cm', 'double precision')
    .addColumn('wind_mps', 'double precision')
    .addColumn('wind_deg', 'double precision')
    .addPrimaryKeyConstraint('forecast_hour_pk', ['cell', 'is_simulated', 'at', 'service', 'issued_at'])
    .modifyEnd(sql`without rowid`)
    .execute();
}
