import { type GeneratedAlways, type Kysely, sql } from 'kysely';
import { columns } from '../table.ts';

/** How many cursors the index of changes does not tell apart. */
export const SEQS_A_BLOCK = 1_024;

/** The block of the cursor, made by the database. */
export const tables = { tile_change: columns<{ seq_block: GeneratedAlways<number> }>() };

export const isAdditive = true;

/** Finds changes by the block of their cursor, which the index need not follow with every reading. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tile_change')
    .addColumn('seq_block', 'bigint', (c) => c.generatedAlwaysAs(sql`seq / ${sql.lit(SEQS_A_BLOCK)}`))
    .execute();
  await db.schema.createIndex('tile_change_block').on('tile_change').columns(['farm_id', 'seq_block']).execute();
  await db.schema.dropIndex('tile_change_seq').execute();
}
