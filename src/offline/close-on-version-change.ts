import type { Dexie } from 'dexie';

/**
 * Another connection deletes or upgrades the database: closes this one so that the other is not blocked, without
 * Dexie's warning; the next operation reopens it.
 */
export function closeOnVersionChange(db: Dexie): void {
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: false });
    return false;
  });
}
