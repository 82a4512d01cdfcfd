import { withSealedDays } from './sealed/sealed-days.ts';
import { openSqlite } from './sqlite/store.ts';
import type { Store } from './store.ts';

export type { Queries, Store } from './store.ts';

/**
 * Opens (and migrates) the database: an SQLite file, or a PostgreSQL database by its address. Throws when a migration
 * fails; it is then as it was before that migration. With `isExpected` a PostgreSQL database without any table of ours
 * is left as it is: DatabaseEmpty.
 */
export async function openStore(place: string, { isExpected = false } = {}): Promise<Store> {
  if (!isPostgres(place)) return takingSealedDays(await openSqlite(place));
  const { openPostgres } = await import('./postgres/store.ts');
  return takingSealedDays(await openPostgres(place, isExpected));
}

const takingSealedDays = (store: Store): Store => ({
  ...store,
  readings: withSealedDays(store.readings, store.horizons),
});

/** Whether a place is the address of a PostgreSQL database. */
const isPostgres = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);

/** Whether an error of the store says that its database has been through migrations that this release does not know. */
export function isOfNewerRelease(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && /previously executed migration .* is missing/.test(cause.message);
}

/** Whether an error of the store, or what caused it, says that the file is none of a database, or one no longer. */
export function isDamaged(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && (one.code === 'SQLITE_NOTADB' || String(one.code).startsWith('SQLITE_CORRUPT'))) return true;
  }
  return false;
}
