import type { Kysely } from 'kysely';
import { table } from '../table.ts';

/** Failed attempts of a kind by somebody at something; the key is sealed, as a typed login may be a password. */
type AttemptTable = { sealed_key: string; failures: number; last_at: number };

export const tables = { attempt: table<AttemptTable>('journal') };

export const isAdditive = true;

/** Counts what must not be tried too often, for several processes together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attempt')
    .addColumn('sealed_key', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .execute();
}
