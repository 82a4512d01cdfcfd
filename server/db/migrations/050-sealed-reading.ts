import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/**
 * The readings of a channel on a sealed Seoul day (counted from 1970-01-01): `count` readings in one body
 * (../sealed/day-codec.ts). A reading stands here or in `reading`, never in both.
 */
type SealedReadingTable = { farm_id: number; channel_id: number; day: number; count: number; body: Uint8Array };

export const tables = { sealed_reading: farmTable<SealedReadingTable>('readings') };

export async function up(db: Kysely<unknown>): Promise<void> {
  // With rowid: large bodies lie in pages of their own, and the index stays small.
  await db.schema
    .createTable('sealed_reading')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('body', 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('sealed_reading_pk', ['farm_id', 'channel_id', 'day'])
    .execute();
}
