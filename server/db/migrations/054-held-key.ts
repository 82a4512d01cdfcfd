import type { Kysely } from 'kysely';
import { columns } from '../table.ts';

/** Until when a key that moves a motor is held, epoch ms; null for a hand that was told where to. */
export const tables = { actuator_override: columns<{ held_until: number | null }>() };

/** Hands that move a motor while a key is held, and keep it where it then stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('actuator_override').addColumn('held_until', 'bigint').execute();
}
