import { Dexie, type Table } from 'dexie';
import { closeOnVersionChange } from './close-on-version-change.ts';
import type { RequestClass } from './request-class.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** One kept answer. Times are epoch ms of the device's clock, `serverTime` of the server's. */
export type ApiRow = {
  key: string;
  cls: RequestClass;
  fetchedAt: number;
  lastUsed: number;
  serverTime: number | null;
  etag: string | null;
  body: string;
  /** Size of body and key in characters; JSON with some Korean is close enough to bytes for a cap. */
  bytes: number;
  epoch: number;
};

/** What eviction needs to know of a row; its body stays in the database. */
export type RowUsage = { key: string; cls: string; lastUsed: number; bytes: number };

/** The kept answers of one user. Every call may reject with StorageHangError or QuotaExceededError. */
export type ReadStore = {
  get(key: string): Promise<ApiRow | undefined>;
  put(row: ApiRow): Promise<void>;
  /** Changes fields of a row if it is still there. */
  patch(key: string, fields: Partial<Omit<ApiRow, 'key'>>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Keys that begin like this. */
  keysUnder(beginning: string): Promise<string[]>;
  usage(): Promise<RowUsage[]>;
  close(): void;
};

/** Raised whenever rows of the old shape are of no use any more: they are thrown away and fetched again. */
const READ_DB_VERSION = 1;

/** After these the database is of no use as it stands; it holds copies only, so it is made anew. */
const unusable = ['VersionError', 'UpgradeError', 'SchemaError', 'InvalidTableError', 'NotFoundError'];

/** Name of the database that holds a user's reads. */
export function readDbName(uid: string): string {
  return `onsil-read-${uid}`;
}

/** Opens `onsil-read-<uid>`, creating it when it is not there. */
export function openReads(uid: string, timers: Timers = realTimers): ReadStore {
  const db = new Dexie(readDbName(uid));
  db.version(READ_DB_VERSION)
    .stores({ api: '&key, [cls+lastUsed+bytes]' })
    .upgrade((transaction) => transaction.table('api').clear());
  closeOnVersionChange(db);
  const api: Table<ApiRow, string> = db.table('api');
  const guard = createGuard({ close: () => db.close(), open: () => openOrRenew(db) }, timers);

  return {
    get: (key) => guard(() => api.get(key), READ_LIMIT_MS),
    put: async (row) => {
      await guard(() => api.put(row), WRITE_LIMIT_MS);
    },
    patch: async (key, fields) => {
      await guard(() => api.update(key, fields), WRITE_LIMIT_MS);
    },
    remove: (keys) => guard(() => api.bulkDelete([...keys]), WRITE_LIMIT_MS),
    keysUnder: (beginning) => guard(() => api.where('key').startsWith(beginning).primaryKeys(), READ_LIMIT_MS),
    usage: () => guard(() => usageOf(api), READ_LIMIT_MS),
    close: () => db.close(),
  };
}

async function openOrRenew(db: Dexie): Promise<unknown> {
  try {
    return await db.open();
  } catch (error) {
    if (!(error instanceof Error) || !unusable.includes(error.name)) throw error;
    await Dexie.delete(db.name);
    return db.open();
  }
}

/** Walks the index alone: bodies of hundreds of kilobytes are not loaded to be counted. */
async function usageOf(api: Table<ApiRow, string>): Promise<RowUsage[]> {
  const rows: RowUsage[] = [];
  await api.orderBy('[cls+lastUsed+bytes]').eachKey((indexed, { primaryKey }) => {
    if (!Array.isArray(indexed)) return;
    const [cls, lastUsed, bytes] = indexed;
    rows.push({ key: primaryKey, cls: String(cls), lastUsed: Number(lastUsed), bytes: Number(bytes) });
  });
  return rows;
}

/** Deletes a user's reads. Open connections elsewhere close by themselves when they hear of it. */
export async function deleteReads(uid: string, timers: Timers = realTimers): Promise<void> {
  const name = readDbName(uid);
  const guard = createGuard({ close: () => {}, open: () => Promise.resolve() }, timers);
  await guard(() => Dexie.delete(name), WRITE_LIMIT_MS);
}
