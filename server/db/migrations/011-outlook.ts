import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** The expected minimum of a night or maximum of a day at a house of a farm ('' for its public station), ℃. */
type OutlookTable = {
  farm_id: number;
  place: string;
  kind: 'night' | 'day';
  /** The Seoul day on which the night or day begins. */
  on_date: string;
  is_simulated: 0 | 1;
  /** Issue time of the current forecast. */
  issued_at: number;
  forecast_c: number;
  /** Null while too few past nights or days are known. */
  expected_c: number | null;
  error_c: number | null;
  past_count: number;
  /** The temperature that the heater keeps at least; null without a heater. */
  heat_c: number | null;
  /** The first published values, which are judged later; all null before the hour of publication. */
  told_forecast_c: number | null;
  told_wind_mps: number | null;
  told_sky: number | null;
  told_heat_c: number | null;
  told_expected_c: number | null;
  /** The measured value; null before it is known. */
  actual_c: number | null;
};

export const tables = {
  outlook: farmTable<OutlookTable>('weather'),
};

/** Adds the outlook of each night and day at a place: first published, current, and measured values. */
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
