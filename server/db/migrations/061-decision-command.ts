import type { Kysely } from 'kysely';
import { columns } from '../table.ts';

/** The command that the decision led to; null without one, and in lines written before this migration. */
export const tables = { decision: columns<{ command_id: string | null }>() };

/** Lets a line of the decision log name its command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('decision').addColumn('command_id', 'text').execute();
}
