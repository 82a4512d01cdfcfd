import path from 'node:path';
import SQLite from 'better-sqlite3';

export type FolderLock = { release(): void };

/**
 * Keeps a second process off what a file stands for; undefined while another has it. The lock is the kernel's, held
 * through an open SQLite file, so it goes when the process goes, however it went; a pid in a file would outlive a SIGKILL.
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

/** The lock of a server on its data folder, which a restore takes, too; undefined while another has it. */
export function tryLockDataDir(dataDir: string): FolderLock | undefined {
  return tryLock(path.join(dataDir, 'server.lock'));
}

/** Throws while another server runs on the folder. */
export function lockDataDir(dataDir: string): FolderLock {
  const lock = tryLockDataDir(dataDir);
  if (!lock) throw new Error(`another server is already running on ${dataDir}; stop it first or set DATA_DIR`);
  return lock;
}
