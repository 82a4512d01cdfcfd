import { type Kysely, sql } from 'kysely';
import { farmTable } from '../table.ts';

/** How many readings of a device were refused for a reason on a Seoul day, counted from 1970-01-01. */
type RefusedCountTable = {
  farm_id: number;
  device_id: number;
  day: number;
  reason: string;
  count: number;
  last_at: number;
};

/** The last refused readings of a device. They are numbered, and a newer one takes the slot of the oldest. */
type RefusedReadingTable = {
  farm_id: number;
  device_id: number;
  slot: number;
  number: number;
  received_at: number;
  sensor: string;
  reason: string;
};

export const tables = {
  refused_count: farmTable<RefusedCountTable>('readings'),
  refused_reading: farmTable<RefusedReadingTable>('readings'),
};

export const isAdditive = true;

/** Keeps what was refused of devices, for all processes and over restarts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refused_count')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('device_id', 'integer', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('refused_count_pk', ['farm_id', 'device_id', 'day', 'reason'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createTable('refused_reading')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('device_id', 'integer', (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('sensor', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('refused_reading_pk', ['farm_id', 'device_id', 'slot'])
    .modifyEnd(sql`without rowid`)
    .execute();
}
