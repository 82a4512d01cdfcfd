import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/**
 * The aggregate of a sensor, calibrated, over a third of a Seoul month. For a flow meter `flow` is the sum of the means
 * of its ten-minute buckets, l/min, and `buckets` their number; for other sensors there are the extremes. All null, and
 * 0 buckets, when no value of that time counts any more.
 */
type PeriodTable = {
  farm_id: number;
  channel_id: number;
  /** The first instant of the third, epoch ms. */
  start: number;
  min: number | null;
  max: number | null;
  flow: number | null;
  buckets: number;
};

/** The change cursor of a farm (tile_cursor) up to which its periods are computed; without a row there are none yet. */
type PeriodCursorTable = { farm_id: number; seq: number };

export const tables = {
  period: farmTable<PeriodTable>('periods'),
  period_cursor: farmTable<PeriodCursorTable>('periods'),
};

/** Adds the input of averages over many farms: three rows per month and sensor instead of its buckets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('period')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('min', 'double precision')
    .addColumn('max', 'double precision')
    .addColumn('flow', 'double precision')
    .addColumn('buckets', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('period_pk', ['farm_id', 'channel_id', 'start'])
    .execute();
  await db.schema
    .createTable('period_cursor')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .execute();
}
