import { type DBCoreTransaction, Dexie, type DexieOptions } from 'dexie';

/**
 * A database that pages and the worker of this site share: its connection does not block the others. When another one
 * deletes or upgrades the database, this one closes, without Dexie's warning, and the next operation reopens it. When
 * its page goes into the back/forward cache, transactions abort (their operations reject with AbortError), and what
 * follows waits until the page is back.
 */
export function sharedDatabase(name: string, options?: DexieOptions): Dexie {
  // Dexie's cache of the results of live queries costs every transaction time, and nothing asks twice for the same.
  const db = new Dexie(name, { cache: 'disabled', ...options });
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: false });
    return false;
  });
  db.use({
    stack: 'dbcore',
    name: 'shared',
    create: (core) => ({ ...core, transaction: (...asked) => noted(core.transaction(...asked)) }),
  });
  const open = db.open.bind(db);
  db.open = () => (untilBack ? Dexie.Promise.resolve(untilBack).then(open) : open());
  return db;
}

/** Transactions of this page that are neither complete nor aborted. */
const active = new Set<IDBTransaction>();
/** Resolves when this page leaves the back/forward cache; null while it is not in it. */
let untilBack: Promise<void> | null = null;

// Safari freezes a page with whatever it has open, and the pages after it wait: https://github.com/w3c/IndexedDB/issues/381
// Captured, because Dexie's own listener closes the connections, which makes pending operations open new ones.
globalThis.addEventListener?.('pagehide', freeze, { capture: true });

function freeze(event: Event): void {
  if (!('persisted' in event && event.persisted)) return;
  untilBack = new Promise((resolve) => {
    const wake = () => {
      untilBack = null;
      resolve();
    };
    addEventListener('pageshow', wake, { capture: true, once: true });
  });
  for (const transaction of active) abort(transaction);
}

function noted(transaction: DBCoreTransaction): DBCoreTransaction {
  if (!(transaction instanceof IDBTransaction)) return transaction;
  active.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => active.delete(transaction));
  return transaction;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed, which needs this page no longer.
  }
}
