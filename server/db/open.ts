import { DatabaseEmpty } from './database-errors.ts';
import type { Migrating } from './migrate.ts';
import { withSealedDays } from './sealed/with-sealed-days.ts';
import { openSqlite } from './sqlite/store.ts';
import type { OpenChecks, Queries, Store } from './store.ts';

export type { Peers, Queries, Store } from './store.ts';

type Opening = { look?: OpenChecks | undefined; isOneOfMany?: boolean } & Pick<Migrating, 'migrations' | 'mayBeNewer'>;

/**
 * Opens and migrates a database: an SQLite file, or a PostgreSQL database by its address. Throws when a migration
 * fails; the database then stays as it was before that migration. `look` sees the database before
 * anything is changed in it, and leaves it so by throwing. With `isOneOfMany` other processes may open the same PostgreSQL
 * database. With `mayBeNewer` a newer release may have added to it.
 */
export async function openStore(place: string, opening: Opening = {}): Promise<Store> {
  if (!isPostgres(place)) return takingSealedDays(await openSqlite(place, opening));
  const { openPostgres } = await import('./postgres/store.ts');
  return takingSealedDays(await openPostgres(place, opening));
}

/** A look at a database in which there should be an installation. Throws DatabaseEmpty where there is no table at all. */
export async function expectTables({ db }: Queries): Promise<void> {
  if ((await db.introspection.getTables()).length === 0) throw new DatabaseEmpty();
}

const takingSealedDays = ({ peers, ...store }: Store): Store => ({
  ...store,
  readings: withSealedDays(store.readings, store.horizons),
  peers: peers && { ...peers, withLease: (lease) => takingSealedDays(peers.withLease(lease)) },
});

/** Whether a place is the address of a PostgreSQL database. */
export const isPostgres = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);

/** Whether an error says that a newer release has migrated the database. */
export function isOfNewerRelease(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && /previously executed migration .* is missing/.test(cause.message);
}

/** Whether an error or one of its causes says that the file is damaged or not a database. */
export function isDamaged(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && (one.code === 'SQLITE_NOTADB' || String(one.code).startsWith('SQLITE_CORRUPT'))) return true;
  }
  return false;
}
