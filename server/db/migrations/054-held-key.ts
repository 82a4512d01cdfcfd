import type { Kysely } from 'kysely';
import { columns } from '../table.ts';

/** Until when a key that moves a motor counts as held, epoch ms; null for an override with a target position. */
export const tables = { actuator_override: columns<{ held_until: number | null }>() };

/** Overrides that move a motor while a key is held and then keep its position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('actuator_override').addColumn('held_until', 'bigint').execute();
}
