import type { Kysely } from 'kysely';
import { table } from '../table.ts';

/** The size of the data folder on a Seoul day, bytes. */
type DiskSizeTable = { on_date: string; bytes: number };

export const tables = { disk_size: table<DiskSizeTable>('journal') };

/** Adds the sizes of the last days, which predict when the disk is full. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('disk_size')
    .addColumn('on_date', 'text', (c) => c.primaryKey())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .execute();
}
