import type { Kysely } from 'kysely';
import { columns } from '../table.ts';

/** When a lock lifts itself, epoch ms; null for one that a person has to lift. */
export const tables = { lock_out: columns<{ ends_at: number | null }>() };

/** Locks with an end: carbon dioxide while people are inside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lock_out').addColumn('ends_at', 'bigint').execute();
}
