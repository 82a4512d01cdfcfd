import { type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** Brings the tables up to this release. Throws, with the connection closed, when one migration fails; `name` says which database it was. */
export async function migrate(db: Kysely<Database>, name: string): Promise<void> {
  // Migrations of one release touch tables of their own: which of them was there first does not matter.
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest();
  if (!error) return;
  await db.destroy();
  throw new Error(`the database ${name} could not be migrated`, { cause: error });
}
