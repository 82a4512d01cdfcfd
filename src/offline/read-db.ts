import { Dexie, type Table } from 'dexie';
import { isKept, type KeptPolicy } from '#contract/wire/offline-policies.ts';
import { sharedDatabase } from './shared-database.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** One cached response. Times are epoch ms of the device's clock, `serverTime` of the server's. */
export type ApiRow = {
  key: string;
  policy: KeptPolicy;
  fetchedAt: number;
  lastUsed: number;
  serverTime: number | null;
  etag: string | null;
  /** JSON, or a picture. */
  body: string | Blob;
  /** Length of body and key in characters; with some Korean text that is close enough to bytes for a limit. */
  bytes: number;
  epoch: number;
};

/**
 * The fields of a row that eviction needs; the body is not loaded. `policy` is null for a policy unknown to this
 * version.
 */
export type RowUsage = { key: string; policy: KeptPolicy | null; lastUsed: number; bytes: number };

/** The cached responses of one user. Every call may reject with StorageHangError or QuotaExceededError. */
export type ReadStore = {
  get(key: string): Promise<ApiRow | undefined>;
  /** Stores a row, unless `mayReplace` denies it for the row that is there; returns whether it was stored. */
  put(row: ApiRow, mayReplace?: (there: ApiRow) => boolean): Promise<boolean>;
  /** Updates fields of a row if it still exists, and is the one that `isMeant` says; returns whether it was. */
  patch(key: string, fields: Partial<Omit<ApiRow, 'key'>>, isMeant?: (there: ApiRow) => boolean): Promise<boolean>;
  remove(keys: readonly string[]): Promise<void>;
  /** Keys with this prefix. */
  keysUnder(prefix: string): Promise<string[]>;
  usage(): Promise<RowUsage[]>;
  close(): void;
};

/** Increased when the shape of rows or the field names in cached responses change. */
const READ_DB_VERSION = 3;

/** Names of the policies in version 1. */
const policiesOfVersion1 = new Map<unknown, KeptPolicy>([
  ['B', 'boot'],
  ['C', 'live'],
  ['D', 'reference'],
  ['E', 'tiles'],
]);

/** Field names of responses in version 2, as JSON keys: in a string value the quotes would be escaped. */
const namesOfVersion2: readonly (readonly [was: string, is: string])[] = [
  ['"flagged":', '"isFlagged":'],
  ['"excluded":', '"isExcluded":'],
  ['"simulated":', '"isSimulated":'],
  ['"demo":', '"isDemo":'],
  ['"mayWrite":', '"canWrite":'],
  ['"needsAccount":', '"isAccountNeeded":'],
];

/** After these errors the database is unusable; it holds only copies, so it is recreated. */
const unusable = ['VersionError', 'UpgradeError', 'SchemaError', 'InvalidTableError', 'NotFoundError'];

const NAME_PREFIX = 'onsil-read-';

/** Name of the database of a user's reads. */
export function readDbName(uid: string): string {
  return NAME_PREFIX + uid;
}

/** Opens `onsil-read-<uid>`, creating it if necessary. */
export function openReads(uid: string, timers: Timers = realTimers): ReadStore {
  const db = sharedDatabase(readDbName(uid));
  const indexes = { api: '&key, [policy+lastUsed+bytes]' };
  // Migrate instead of clearing: a tablet may update just before it loses its connection.
  db.version(2)
    .stores(indexes)
    .upgrade((transaction) => transaction.table('api').toCollection().modify(toVersion2));
  db.version(READ_DB_VERSION)
    .stores(indexes)
    .upgrade((transaction) => transaction.table('api').toCollection().modify(toVersion3));
  const api: Table<ApiRow, string> = db.table('api');
  const guard = createGuard({ close: () => db.close(), open: () => openOrRenew(db) }, timers);
  const change = <T>(op: () => Promise<T>) => guard(() => db.transaction('rw', api, op), WRITE_LIMIT_MS);

  return {
    get: (key) => guard(() => api.get(key), READ_LIMIT_MS),
    put: (row, mayReplace = () => true) =>
      change(async () => {
        const there = await api.get(row.key);
        if (there && !mayReplace(there)) return false;
        await api.put(row);
        return true;
      }),
    patch: (key, fields, isMeant = () => true) =>
      change(async () => {
        const there = await api.get(key);
        if (!there || !isMeant(there)) return false;
        await api.put({ ...there, ...fields });
        return true;
      }),
    remove: (keys) => guard(() => api.bulkDelete([...keys]), WRITE_LIMIT_MS),
    keysUnder: (prefix) => guard(() => api.where('key').startsWith(prefix).primaryKeys(), READ_LIMIT_MS),
    usage: () => guard(() => usageOf(api), READ_LIMIT_MS),
    close: () => db.close(),
  };
}

/** Dexie deletes a row whose `value` is removed. */
function toVersion2(row: { cls?: unknown; policy?: KeptPolicy }, place: { value?: unknown }): void {
  const policy = policiesOfVersion1.get(row.cls);
  if (policy === undefined) delete place.value;
  else row.policy = policy;
  delete row.cls;
}

/** Only renamed fields are migrated; other outdated responses fail their schema and are refetched. */
function toVersion3(row: { body: string; bytes: number }): void {
  const { length } = row.body;
  for (const [was, is] of namesOfVersion2) row.body = row.body.replaceAll(was, is);
  row.bytes += row.body.length - length;
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

/** Reads only the index: bodies of hundreds of kilobytes are not loaded. */
async function usageOf(api: Table<ApiRow, string>): Promise<RowUsage[]> {
  const rows: RowUsage[] = [];
  await api.orderBy('[policy+lastUsed+bytes]').eachKey((indexed, { primaryKey }) => {
    if (!Array.isArray(indexed)) return;
    const [name, lastUsed, bytes] = indexed;
    const policy = String(name);
    rows.push({
      key: primaryKey,
      policy: isKept(policy) ? policy : null,
      lastUsed: Number(lastUsed),
      bytes: Number(bytes),
    });
  });
  return rows;
}

/** Deletes a user's cached reads. Other open connections close on the versionchange event. */
export async function deleteReads(uid: string, timers: Timers = realTimers): Promise<void> {
  const name = readDbName(uid);
  const guard = createGuard({ close: () => {}, open: () => Promise.resolve() }, timers);
  await guard(() => Dexie.delete(name), WRITE_LIMIT_MS);
}

/** Deletes the cached reads of all users, because the server has another database. */
export async function deleteAllReads(timers: Timers = realTimers): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  const users = names.flatMap((name) => (name.startsWith(NAME_PREFIX) ? [name.slice(NAME_PREFIX.length)] : []));
  await Promise.all(users.map((uid) => deleteReads(uid, timers)));
}
