import type { Kysely } from 'kysely';

/** When the address was made under which a farm's console sends by itself; null: it may not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('weather_link').addColumn('push_issued_at', 'bigint').execute();
}
