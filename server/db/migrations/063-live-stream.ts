import type { Kysely } from 'kysely';
import { table } from '../table.ts';

/** How many streams of live values a user has at a process. Without a renewal it counts until `until`, epoch ms. */
type LiveStreamTable = { process: string; user_id: number; count: number; until: number };

export const tables = { live_stream: table<LiveStreamTable>('journal') };

export const isAdditive = true;

/** Counts the streams of a user over several processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('live_stream')
    .addColumn('process', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('live_stream_pk', ['process', 'user_id'])
    .execute();
}
