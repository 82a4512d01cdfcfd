import type { Page } from '@playwright/test';
import type { Entry, HistoryItem } from '#src/offline/outbox/entry.ts';

/** Everything that the browser stores for the app, as text. */
type DeviceContents = {
  localStorage: Record<string, string>;
  sessionStorage: Record<string, string>;
  /** Rows as JSON, by name of the database. */
  databases: Record<string, string>;
  /** Bodies of Cache Storage, by URL. */
  cached: Record<string, string>;
};

/** Reads everything that is stored for the origin of the page. */
export async function deviceContents(page: Page): Promise<DeviceContents> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: Record<string, string> = {};
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const opening = indexedDB.open(name);
      // It was deleted meanwhile, and opening it must not create it again.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const db = await settled(opening).catch(() => null);
      if (!db) continue;
      const rows: unknown[] = [];
      for (const store of db.objectStoreNames) {
        rows.push(...(await settled(db.transaction(store).objectStore(store).getAll())));
      }
      db.close();
      // An emptied outbox keeps its name: to delete it could lose what another window writes (decision 304).
      if (name.startsWith('onsil-outbox-') && rows.length === 0) continue;
      databases[name] = JSON.stringify(rows);
    }
    const cached: Record<string, string> = {};
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const request of await cache.keys()) {
        cached[request.url] = (await (await cache.match(request))?.text()) ?? '';
      }
    }
    return { localStorage: { ...localStorage }, sessionStorage: { ...sessionStorage }, databases, cached };
  });
}

/** Keys of a user's cached answers; empty without a database of theirs. */
export async function keptKeys(page: Page, uid: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    if (!(await indexedDB.databases()).some((db) => db.name === name)) return [];
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const db = await new Promise<IDBDatabase | null>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    });
    if (!db) return [];
    try {
      if (!db.objectStoreNames.contains('api')) return [];
      const reading = db.transaction('api').objectStore('api').getAllKeys();
      return await new Promise<string[]>((resolve, reject) => {
        reading.onsuccess = () => resolve(reading.result.map(String));
        reading.onerror = () => reject(reading.error);
      });
    } finally {
      db.close();
    }
  }, `onsil-read-${uid}`);
}

/** Like `deviceContents` without the app's own files: what a user has left on the device. */
export async function userTraces(page: Page): Promise<string> {
  const { cached, ...rest } = await deviceContents(page);
  return JSON.stringify({ ...rest, cached: Object.keys(cached) });
}

type Writes = {
  waiting: Entry[];
  left: HistoryItem[];
  /** Names of the forms with unsaved input. */
  drafts: string[];
};

/** The outbox and drafts of a user on this device. */
export async function writesOf(page: Page, uid: string): Promise<Writes> {
  return page.evaluate(async (name) => {
    const opening = indexedDB.open(name);
    // It does not exist, and opening it must not create it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const db = await new Promise<IDBDatabase | null>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    });
    if (!db) return { waiting: [], left: [], drafts: [] };
    const all = <Row>(table: string) =>
      new Promise<Row[]>((resolve, reject) => {
        const reading = db.transaction(table).objectStore(table).getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
    try {
      const [waiting, left] = [await all<Entry>('outbox'), await all<HistoryItem>('history')];
      return { waiting, left, drafts: (await all<{ form: string }>('drafts')).map(({ form }) => form) };
    } finally {
      db.close();
    }
  }, `onsil-outbox-${uid}`);
}

/** Keeps a user's drafts busy in this page, as a slow device does: nobody reads or writes them until it is called. */
export async function holdDrafts(page: Page, uid: string): Promise<() => Promise<void>> {
  const hold = await page.evaluateHandle(async (name) => {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const drafts = opening.result.transaction('drafts', 'readwrite').objectStore('drafts');
    const held = { isReleased: false };
    // A transaction lives as long as it is asked something.
    const ask = () => {
      if (!held.isReleased) drafts.count().onsuccess = ask;
    };
    ask();
    drafts.transaction.oncomplete = () => opening.result.close();
    return held;
  }, `onsil-outbox-${uid}`);
  return () =>
    hold.evaluate((held) => {
      held.isReleased = true;
    });
}
