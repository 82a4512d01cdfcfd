import { type Kysely, type Migration, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';
import { readSetting, writeSetting } from './setting.ts';

/** The setting that names the newest migration without which a release must not use the database. */
export const NEEDED = 'needed-migration';

/**
 * Migrations by name. An additive one leaves what the release before it reads and writes as it was, so that processes
 * of both may run side by side. All others need everybody else to have stopped.
 */
export type Migrations = Readonly<Record<string, Migration & { isAdditive?: true }>>;

export type Migrating = {
  migrations?: Migrations | undefined;
  /** Whether a database that a newer release has migrated is opened, where this release can use it. */
  mayBeNewer?: boolean | undefined;
  /** Runs all missing migrations, which are all additive, or not. */
  around?(run: () => Promise<void>, areAdditive: boolean): Promise<void>;
};

/** Runs the missing migrations. When one fails, closes the connection and throws with the database's `name`. */
export async function migrate(
  db: Kysely<Database>,
  name: string,
  { migrations: own = migrations, mayBeNewer = false, around = (run) => run() }: Migrating = {},
): Promise<void> {
  try {
    const newer = mayBeNewer ? await newerThan(db, own) : [];
    const all = { ...noting(own), ...Object.fromEntries(newer.map((one) => [one, { up: async () => {} }])) };
    // Migrations of one release change different tables, so their order among each other does not matter.
    const migrator = new Migrator({ db, provider: { getMigrations: async () => all }, allowUnorderedMigrations: true });
    const missing = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt === undefined);
    const run = async () => {
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    };
    await around(
      run,
      missing.every((one) => own[one.name]?.isAdditive),
    );
  } catch (error) {
    await db.destroy();
    throw new Error(`the database ${name} could not be migrated`, { cause: error });
  }
}

/** The migrations, each of which notes in the database that it is needed, unless it is additive. */
const noting = (own: Migrations): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(own).map(([name, { up, isAdditive }]) => {
      if (isAdditive) return [name, { up }];
      const upAndNote = async (db: Kysely<unknown>) => {
        await up(db);
        // Every release has the table of settings.
        await writeSetting({ db: db as Kysely<Database> }, NEEDED, name);
      };
      return [name, { up: upAndNote }];
    }),
  );

/** What a newer release has done to the database, if this one can still use it; otherwise nothing, and it is refused. */
async function newerThan(db: Kysely<Database>, own: Migrations): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DONE)) return [];
  const done = await (db as Kysely<Database & { [DONE]: { name: string } }>).selectFrom(DONE).select('name').execute();
  const newer = done.map(({ name }) => name).filter((name) => !Object.hasOwn(own, name));
  if (newer.length === 0) return [];
  const needed = await readSetting({ db }, NEEDED);
  return needed === undefined || Object.hasOwn(own, needed) ? newer : [];
}

/** Where the migrator notes what it has done. */
const DONE = 'kysely_migration';
