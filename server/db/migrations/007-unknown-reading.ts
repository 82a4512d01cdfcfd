import { type Kysely, sql } from 'kysely';
import { farmTable } from '../table.ts';

/** What a device sent under a code that no sensor of it has; waits to be told what it is. */
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
