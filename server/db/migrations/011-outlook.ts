import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** What is told of a night's minimum or a day's maximum at a house of a farm ('' for its public station), ℃. */
type OutlookTable = {
  farm_id: number;
  place: string;
  kind: 'night' | 'day';
  /** The Seoul day on which the stretch begins. */
  on_date: string;
  is_simulated: 0 | 1;
  /** Of the forecast it rests on now. */
  issued_at: number;
  forecast_c: number;
  /** Null while too few nights or days stand behind it. */
  expected_c: number | null;
  error_c: number | null;
  past_count: number;
  /** What the heater holds at least; null where there is none. */
  heat_c: number | null;
  /** What was told first, which is what counts; all null until the hour from which it is told. */
  told_forecast_c: number | null;
  told_wind_mps: number | null;
  told_sky: number | null;
  told_heat_c: number | null;
  told_expected_c: number | null;
  /** What came of it; null before. */
  actual_c: number | null;
};

export const tables = {
  outlook: farmTable<OutlookTable>('weather'),
};

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
