import path from 'node:path';
import SQLite from 'better-sqlite3';

/**
 * Keeps a second server off the same data folder. The lock is the kernel's, held through an open SQLite file,
 * so it goes when the process goes, however it went; a pid in a file would outlive a SIGKILL.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const lock = new SQLite(path.join(dataDir, 'server.lock'), { timeout: 500 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new Error(`another server is already running on ${dataDir}; stop it first or set DATA_DIR`, { cause: error });
  }
  return { release: () => lock.close() };
}
