import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasSecret } from './auth/session/secret.ts';
import { type Config, ConfigError, DATABASE_FILE } from './config.ts';
import { expectTables, openStore, type Store } from './db/open.ts';
import { refuseMoved } from './move/refuse-moved.ts';

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'isOneOfMany' | 'mayInit' | 'isAfterMove'>;

/**
 * Opens the database of an installation, or creates it in a new data folder. If the secret exists but the database does
 * not, it was lost: an empty one would accept no device and hide that a backup is needed, so this throws ConfigError
 * (DatabaseEmpty on PostgreSQL) unless INIT is set. It also throws ConfigError for either end of a move that must not
 * be served.
 */
export async function openDatabase(where: Where): Promise<Store> {
  const { dataDir, databaseUrl, isOneOfMany, mayInit, isAfterMove } = where;
  const isExpected = hasSecret(dataDir) && !mayInit;
  const file = path.join(dataDir, DATABASE_FILE);
  if (databaseUrl === undefined && isExpected && !(existsSync(file) && statSync(file).size > 0)) {
    throw new ConfigError(
      `${file} is missing or empty although ${dataDir} has been in use: put it back from a backup, or set INIT=1 to begin an empty installation.`,
    );
  }
  const isLookedAt = databaseUrl !== undefined && isExpected;
  const store = await openStore(databaseUrl ?? file, {
    isOneOfMany,
    mayBeNewer: true,
    look: isLookedAt ? expectTables : undefined,
  });
  try {
    const place = databaseUrl === undefined ? file : 'The database of DATABASE_URL';
    await refuseMoved(store, { place, isOtherLost: isAfterMove });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
