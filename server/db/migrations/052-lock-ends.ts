import type { Kysely } from 'kysely';
import { columns } from '../table.ts';

/** When a lock ends by itself, epoch ms; null: a person must lift it. */
export const tables = { lock_out: columns<{ ends_at: number | null }>() };

/** Adds an end to locks, for carbon dioxide while people are inside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lock_out').addColumn('ends_at', 'bigint').execute();
}
