import type { Dexie } from 'dexie';

/**
 * Somebody else deletes or upgrades the database: closes this connection so that they need not wait, without the
 * warning Dexie would print; the next operation opens it again.
 */
export function closeOnVersionChange(db: Dexie): void {
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: false });
    return false;
  });
}
