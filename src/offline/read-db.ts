import { Dexie, type Table } from 'dexie';
import { isKept, type KeptPolicy } from '#contract/wire/offline-policies.ts';
import { closeOnVersionChange } from './close-on-version-change.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** One kept answer. Times are epoch ms of the device's clock, `serverTime` of the server's. */
export type ApiRow = {
  key: string;
  policy: KeptPolicy;
  fetchedAt: number;
  lastUsed: number;
  serverTime: number | null;
  etag: string | null;
  /** JSON, or a picture. */
  body: string | Blob;
  /** Size of body and key in characters; JSON with some Korean is close enough to bytes for a cap. */
  bytes: number;
  epoch: number;
};

/** What eviction needs to know of a row; its body stays in the database. `policy` null: none this version knows. */
export type RowUsage = { key: string; policy: KeptPolicy | null; lastUsed: number; bytes: number };

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

/** Raised whenever rows change their shape, and whenever answers name things otherwise than before. */
const READ_DB_VERSION = 3;

/** What version 1 called the policies. */
const policiesOfVersion1 = new Map<unknown, KeptPolicy>([
  ['B', 'boot'],
  ['C', 'live'],
  ['D', 'reference'],
  ['E', 'tiles'],
]);

/** What answers called their fields in version 2, as keys of JSON: in a text value the quotes would be escaped. */
const namesOfVersion2: readonly (readonly [was: string, is: string])[] = [
  ['"flagged":', '"isFlagged":'],
  ['"excluded":', '"isExcluded":'],
  ['"simulated":', '"isSimulated":'],
  ['"demo":', '"isDemo":'],
  ['"mayWrite":', '"canWrite":'],
  ['"needsAccount":', '"isAccountNeeded":'],
];

/** After these the database is of no use as it stands; it holds copies only, so it is made anew. */
const unusable = ['VersionError', 'UpgradeError', 'SchemaError', 'InvalidTableError', 'NotFoundError'];

const NAME_PREFIX = 'onsil-read-';

/** Name of the database that holds a user's reads. */
export function readDbName(uid: string): string {
  return NAME_PREFIX + uid;
}

/** Opens `onsil-read-<uid>`, creating it when it is not there. */
export function openReads(uid: string, timers: Timers = realTimers): ReadStore {
  const db = new Dexie(readDbName(uid));
  const indexes = { api: '&key, [policy+lastUsed+bytes]' };
  // A tablet that changes its version before the signal goes must not stand there with nothing.
  db.version(2)
    .stores(indexes)
    .upgrade((transaction) => transaction.table('api').toCollection().modify(toVersion2));
  db.version(READ_DB_VERSION)
    .stores(indexes)
    .upgrade((transaction) => transaction.table('api').toCollection().modify(toVersion3));
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

/** Dexie deletes a row that is left without a value. */
function toVersion2(row: { cls?: unknown; policy?: KeptPolicy }, place: { value?: unknown }): void {
  const policy = policiesOfVersion1.get(row.cls);
  if (policy === undefined) delete place.value;
  else row.policy = policy;
  delete row.cls;
}

/** What the server would say under another name alone; the rest is refused by its schema and asked for again. */
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

/** Walks the index alone: bodies of hundreds of kilobytes are not loaded to be counted. */
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

/** Deletes a user's reads. Open connections elsewhere close by themselves when they hear of it. */
export async function deleteReads(uid: string, timers: Timers = realTimers): Promise<void> {
  const name = readDbName(uid);
  const guard = createGuard({ close: () => {}, open: () => Promise.resolve() }, timers);
  await guard(() => Dexie.delete(name), WRITE_LIMIT_MS);
}

/** Deletes the reads of everybody: the server has another database than the one they are of. */
export async function deleteAllReads(timers: Timers = realTimers): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  const users = names.flatMap((name) => (name.startsWith(NAME_PREFIX) ? [name.slice(NAME_PREFIX.length)] : []));
  await Promise.all(users.map((uid) => deleteReads(uid, timers)));
}
