import type { Kysely } from 'kysely';
import { columns } from '../table.ts';

/**
 * The 10-minute and hourly buckets of a sealed day (../sealed/bucket-codec.ts), null where there is none. They outlive
 * its readings, whose body is then empty. A bucket stands here or in `rollup`, never in both.
 */
export const tables = {
  sealed_reading: columns<{ ten_minutes: Uint8Array | null; hours: Uint8Array | null }>(),
};

/** Seals buckets with the readings of their day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['ten_minutes', 'hours'])
    await db.schema.alterTable('sealed_reading').addColumn(column, 'bytea').execute();
}
