import { type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** Runs the missing migrations. When one fails, closes the connection and throws with the database's `name`. */
export async function migrate(db: Kysely<Database>, name: string): Promise<void> {
  // Migrations of one release change different tables, so their order among each other does not matter.
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest();
  if (!error) return;
  await db.destroy();
  throw new Error(`the database ${name} could not be migrated`, { cause: error });
}
