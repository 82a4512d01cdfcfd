import { type Kysely, sql } from 'kysely';
import { farmTable } from '../table.ts';

/** Readings of a device under a code without a sensor, waiting until a user registers it. */
type UnknownReadingTable = {
  farm_id: number;
  device_id: number;
  code: string;
  at: number;
  value: number;
  received_at: number;
};

export const tables = {
  unknown_reading: farmTable<UnknownReadingTable>('readings'),
};

/** Adds readings under unknown codes, which are kept for a day. */
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
