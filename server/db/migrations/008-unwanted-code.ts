import { type Kysely, sql } from 'kysely';
import { farmTable } from '../table.ts';

/** A code of a device that the user does not want. */
type UnwantedCodeTable = { farm_id: number; device_id: number; code: string };

export const tables = {
  unwanted_code: farmTable<UnwantedCodeTable>('farms'),
};

/** Adds unwanted codes, about which users are not asked again. */
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
