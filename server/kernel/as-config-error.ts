import path from 'node:path';
import { type Config, ConfigError, DATABASE_FILE } from '../config.ts';
import { DatabaseEmpty, DatabaseTaken, isDatabaseUnavailable, OlderProcesses } from '../db/database-errors.ts';
import { FolderForeign } from '../db/instance.ts';
import { isDamaged, isOfNewerRelease } from '../db/open.ts';
import { isStorageFull } from '../db/storage-room.ts';

/**
 * Turns an error that the operator can solve into a ConfigError with one plain sentence; returns other errors
 * unchanged.
 */
export function asConfigError(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): unknown {
  if (error instanceof DatabaseTaken) {
    return new ConfigError(
      'Another server is already running on the database of DATABASE_URL: stop it first, or set PROCESSES=many for all of them.',
    );
  }
  if (error instanceof FolderForeign) {
    return new ConfigError(
      `${dataDir} is not the data folder of the servers that run on the database of DATABASE_URL: processes share one.`,
    );
  }
  if (error instanceof DatabaseEmpty) {
    return new ConfigError(
      `The database of DATABASE_URL is empty although ${dataDir} has been in use: correct the address, put the database back from a backup, or set INIT=1 to begin an empty installation.`,
    );
  }
  if (isDatabaseUnavailable(error)) {
    const { cause } = error instanceof Error ? error : {};
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    return new ConfigError(`The database of DATABASE_URL cannot be reached${why}: start it, or correct the address.`);
  }
  if (error instanceof Error && error.cause instanceof OlderProcesses) {
    return new ConfigError(
      'This release changes the database in a way that running processes of an earlier one cannot follow: stop all of them, then start this one.',
    );
  }
  if (isStorageFull(error)) {
    return new ConfigError(
      `The disk of ${dataDir} is full: free some of it and start again. Nothing that was stored is lost.`,
    );
  }
  if (isDamaged(error)) {
    const file = path.join(dataDir, DATABASE_FILE);
    return new ConfigError(`${file} is damaged: put it back from a backup. Nothing of it was changed.`);
  }
  if (isOfNewerRelease(error)) {
    return new ConfigError(
      `The database of ${databaseUrl ? 'DATABASE_URL' : dataDir} was used by a newer release: start that one, or restore a copy made before it.`,
    );
  }
  return error;
}
