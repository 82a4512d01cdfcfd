import { type Kysely, sql } from 'kysely';
import { farmTable } from '../table.ts';

/** A code that a device sends and nobody wants. */
type UnwantedCodeTable = { farm_id: number; device_id: number; code: string };

export const tables = {
  unwanted_code: farmTable<UnwantedCodeTable>('farms'),
};

/** Codes that devices send and nobody wants; whoever looks after the farm is not asked about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unwanted_code')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('device_id', 'integer', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('unwanted_code_pk', ['farm_id', 'device_id', 'code'])
    .modifyEnd(sql`without rowid`)
    .execute();
}
