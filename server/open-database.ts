import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasSecret } from './auth/session/secret.ts';
import { type Config, ConfigError } from './config.ts';
import { expectTables, openStore, type Store } from './db/open.ts';
import { refuseMoved } from './move/refuse-moved.ts';

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'mayInit' | 'isAfterMove'>;

/**
 * Opens the database of an installation, a new one where the data folder is new. One that is gone while the secret is
 * there was lost: an empty one in its place would take no reading of any device and hide for long that a backup is
 * needed, so this throws ConfigError (DatabaseEmpty on PostgreSQL) unless INIT is set. So does one that was moved away,
 * or is not here yet.
 */
export async function openDatabase(where: Where): Promise<Store> {
  const { dataDir, databaseUrl, mayInit, isAfterMove } = where;
  const isExpected = hasSecret(dataDir) && !mayInit;
  const file = path.join(dataDir, 'onsil.db');
  if (databaseUrl === undefined && isExpected && !(existsSync(file) && statSync(file).size > 0)) {
    throw new ConfigError(
      `${file} is missing or empty although ${dataDir} has been in use: put it back from a backup, or set INIT=1 to begin an empty installation.`,
    );
  }
  const isLookedAt = databaseUrl !== undefined && isExpected;
  const store = await openStore(databaseUrl ?? file, { look: isLookedAt ? expectTables : undefined });
  try {
    const place = databaseUrl === undefined ? file : 'The database of DATABASE_URL';
    await refuseMoved(store, { place, isOtherLost: isAfterMove });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
