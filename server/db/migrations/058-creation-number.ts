import type { Kysely } from 'kysely';
import { columns } from '../table.ts';

/** The index of a farm or sensor that was created under a provisional one (`thing_id`); null for things with a UUID. */
export const tables = { creation: columns<{ number: number | null }>() };

/** Lets other writes name a farm or sensor before the device knows its index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('creation').addColumn('number', 'integer').execute();
}
