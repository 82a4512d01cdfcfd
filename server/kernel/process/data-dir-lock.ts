import path from 'node:path';
import SQLite from 'better-sqlite3';

export type FolderLock = { release(): void };

/**
 * Takes an exclusive lock on a file; undefined while another process holds it. The kernel holds the lock through an
 * open SQLite file and releases it when the process ends in any way. A file with a pid would survive a SIGKILL.
 */
export function tryLock(file: string): FolderLock | undefined {
  const lock = new SQLite(file, { timeout: 500 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return { release: () => lock.close() };
}

/** The lock of a server on its data folder, which a restore takes, too; undefined while another process holds it. */
export function tryLockDataDir(dataDir: string): FolderLock | undefined {
  return tryLock(path.join(dataDir, 'server.lock'));
}

/** Throws while another server uses the folder. */
export function lockDataDir(dataDir: string): FolderLock {
  const lock = tryLockDataDir(dataDir);
  if (!lock) throw new Error(`another server is already running on ${dataDir}; stop it first or set DATA_DIR`);
  return lock;
}
