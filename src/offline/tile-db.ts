import { Dexie, type Table } from 'dexie';
import type { Target } from '#contract/monitor/monitor.ts';
import { tileBegin } from '#contract/series/tile.ts';
import { type KeptSince, type Resolution, seoulDayNumber } from '#contract/time/time.ts';
import { sharedDatabase } from './shared-database.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** One stored tile. Times are epoch ms of the server's clock, `lastUsed` of the device's. */
export type TileRow = {
  key: string;
  farm: number;
  channel: number;
  level: Resolution;
  tile: number;
  /** Columns as encoded by src/offline/tile-bytes.ts. */
  bytes: Uint8Array<ArrayBuffer>;
  fetchedAt: number;
  /** The server reported a change in it since it was fetched. */
  isDirty: 0 | 1;
  lastUsed: number;
  /** Prefetched for offline use: evicted last, however long it was not used. */
  isPinned: 0 | 1;
};

/** State of a farm or weather station whose tiles are stored. */
export type TileFarm = {
  /** Its index, or the number of the station. */
  farm: number;
  /** The user's farm with which a lead farm is compared; undefined for the user's own farms and their stations. */
  comparedWithFarm?: number | undefined;
  /** Id of the server's database; cursors of another one are invalid. */
  instance: string;
  cursor: number;
  /** When the server last reported changes, epoch ms of its clock. */
  checkedAt: number;
  /** Since when the server has complete data at each level; undefined if it has not been asked. */
  keptSince?: KeptSince;
  /** Progress of prefetching; null before it began. */
  prepared: { tiles: number; wanted: number; at: number } | null;
};

/** A channel of a farm that can be drawn, from the farm's target list. */
export type TileChannel = Target & { farm: number; isActuator: boolean };

/** Tiles of one farm as of this change cursor. */
export type FetchedTiles = { farm: number; cursor: number; rows: readonly TileRow[] };

/** What the server reported about a farm. */
export type TileChanges = Omit<TileFarm, 'prepared'> & {
  /** The cursor with which it was asked; a lower one in the answer is that of another history. */
  since: number;
  /** `days`: Seoul days, counted from 1970-01-01; null for all of a channel. */
  changed: readonly { channel: number; days: readonly number[] | null }[];
  /** The only channels that the report covers; undefined if it covers all. */
  listed?: readonly number[] | undefined;
};

export type TileName = { channel: number; level: Resolution; tile: number };

/** The key of a stored tile. */
export function tileKey({ channel, level, tile }: TileName): string {
  return `${channel} ${level} ${tile}`;
}

export type TileUsage = { key: string; lastUsed: number; isPinned: 0 | 1; size: number };

/** The stored tiles of one user. Every call may reject with StorageHangError or QuotaExceededError. */
export type TileStore = {
  tiles(keys: readonly string[]): Promise<(TileRow | undefined)[]>;
  /**
   * Stores fetched tiles. A tile that the server reported as changed after it was fetched is stored as dirty, because
   * the response may arrive after that report. Tiles of a farm that was dropped meanwhile are discarded.
   */
  put(fetched: FetchedTiles): Promise<void>;
  touch(keys: readonly string[], at: number): Promise<void>;
  /**
   * Marks the changed tiles as dirty and stores the cursor, in one transaction: `put` compares with the cursor, so that a
   * tile that was fetched before the change never overwrites the mark. Deletes all tiles of a replaced database.
   */
  noteChanges(changes: TileChanges): Promise<void>;
  channels(indexes: readonly number[]): Promise<(TileChannel | undefined)[]>;
  /** Replaces the list of a farm's channels. */
  putChannels(farm: number, channels: readonly TileChannel[]): Promise<void>;
  farm(farm: number): Promise<TileFarm | undefined>;
  farms(): Promise<TileFarm[]>;
  /** Notes how far prefetching has come; nothing for a farm that was dropped meanwhile. */
  notePrepared(farm: number, prepared: NonNullable<TileFarm['prepared']>): Promise<void>;
  /** Deletes a farm's tiles: the user has lost access to it. */
  dropFarm(farm: number): Promise<void>;
  usage(): Promise<TileUsage[]>;
  /** Size of a farm's pinned tiles, bytes. */
  pinnedBytes(farm: number): Promise<number>;
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
};

/** Increased when the shape of rows changes. */
const TILE_DB_VERSION = 2;

/** Renames the field for the compared farm of version 1; the tiles themselves stay. */
function toVersion2(row: TileFarm & { beside?: number }): void {
  if (row.beside !== undefined) row.comparedWithFarm = row.beside;
  delete row.beside;
}

export function tileDbName(uid: string): string {
  return `onsil-tiles-${uid}`;
}

function declared(name: string): Dexie {
  const db = sharedDatabase(name);
  db.version(TILE_DB_VERSION)
    .stores({
      tiles: '&key, channel, farm, [key+isDirty], [lastUsed+isPinned]',
      channels: '&index, farm',
      farms: '&farm',
    })
    .upgrade((transaction) => transaction.table('farms').toCollection().modify(toVersion2));
  return db;
}

/** Opens `onsil-tiles-<uid>`, creating it if necessary. */
export function openTiles(uid: string, timers: Timers = realTimers): TileStore {
  const db = declared(tileDbName(uid));
  const tiles: Table<TileRow, string> = db.table('tiles');
  const channels: Table<TileChannel, number> = db.table('channels');
  const farms: Table<TileFarm, number> = db.table('farms');
  const guard = createGuard(db, timers);
  const read = <T>(op: () => PromiseLike<T>) => guard(op, READ_LIMIT_MS);
  const write = async (op: () => PromiseLike<unknown>) => {
    await guard(op, WRITE_LIMIT_MS);
  };

  return {
    tiles: (keys) => read(() => tiles.bulkGet([...keys])),
    put: ({ farm, cursor, rows }) =>
      write(() =>
        db.transaction('rw', tiles, farms, async () => {
          const known = await farms.get(farm);
          if (!known) return;
          await tiles.bulkPut(known.cursor > cursor ? rows.map((row) => ({ ...row, isDirty: 1 })) : [...rows]);
        }),
      ),
    touch: (keys, at) =>
      write(() =>
        tiles
          .where('key')
          .anyOf([...keys])
          .modify({ lastUsed: at }),
      ),
    noteChanges: (changes) =>
      write(() => db.transaction('rw', tiles, farms, () => noteChanges({ tiles, farms }, changes))),
    channels: (indexes) => read(() => channels.bulkGet([...indexes])),
    putChannels: (farm, rows) =>
      write(() =>
        db.transaction('rw', channels, async () => {
          await channels.where('farm').equals(farm).delete();
          await channels.bulkPut([...rows]);
        }),
      ),
    farm: (farm) => read(() => farms.get(farm)),
    farms: () => read(() => farms.toArray()),
    notePrepared: (farm, prepared) => write(() => farms.update(farm, { prepared })),
    dropFarm: (farm) =>
      write(() =>
        db.transaction('rw', tiles, channels, farms, async () => {
          await tiles.where('farm').equals(farm).delete();
          await channels.where('farm').equals(farm).delete();
          await farms.delete(farm);
        }),
      ),
    usage: () => read(() => usageOf(tiles)),
    pinnedBytes: (farm) => read(() => pinnedBytesOf(tiles, farm)),
    remove: (keys) => write(() => tiles.bulkDelete([...keys])),
    close: () => db.close(),
  };
}

async function noteChanges(
  { tiles, farms }: { tiles: Table<TileRow, string>; farms: Table<TileFarm, number> },
  { since, changed, listed, ...reported }: TileChanges,
): Promise<void> {
  const known = await farms.get(reported.farm);
  const ofFarm = () => tiles.where('farm').equals(reported.farm);
  const isReplaced = known !== undefined && (known.instance !== reported.instance || reported.cursor < since);
  if (isReplaced) await ofFarm().delete();
  else await markDirty(tiles, changed);
  // Tiles of channels that the report does not cover may be outdated.
  if (listed) {
    await ofFarm()
      .and(({ channel }) => !listed.includes(channel))
      .delete();
  }
  if (!known || isReplaced) await farms.put({ ...reported, prepared: null });
  // An answer that was overtaken by a later one must not take its cursor back.
  else if (reported.cursor >= known.cursor) await farms.put({ ...reported, prepared: known.prepared });
}

async function markDirty(tiles: Table<TileRow, string>, changed: TileChanges['changed']): Promise<void> {
  for (const { channel, days } of changed) {
    const kept = await tiles.where('channel').equals(channel).primaryKeys();
    const dirty = kept.filter((key) => days === null || holdsOneOf(key, days));
    await tiles.where('key').anyOf(dirty).modify({ isDirty: 1 });
  }
}

/** Whether the tile of this key contains one of the Seoul days (counted from 1970-01-01). */
function holdsOneOf(key: string, days: readonly number[]): boolean {
  const [, level, number] = key.split(' ');
  const tile = Number(number);
  if (level !== 'raw' && level !== '10m' && level !== '1h' && level !== '1d') return true;
  const first = seoulDayNumber(tileBegin(tile, level));
  const end = seoulDayNumber(tileBegin(tile + 1, level));
  return days.some((day) => day >= first && day < end);
}

async function usageOf(tiles: Table<TileRow, string>): Promise<TileUsage[]> {
  const usage: TileUsage[] = [];
  await tiles.each(({ key, lastUsed, isPinned, bytes }) => {
    usage.push({ key, lastUsed, isPinned, size: bytes.byteLength + key.length + ROW_OVERHEAD_BYTES });
  });
  return usage;
}

async function pinnedBytesOf(tiles: Table<TileRow, string>, farm: number): Promise<number> {
  let sum = 0;
  await tiles
    .where('farm')
    .equals(farm)
    .each(({ isPinned, bytes }) => {
      if (isPinned === 1) sum += bytes.byteLength;
    });
  return sum;
}

/** Estimated size of a row without its bytes. */
const ROW_OVERHEAD_BYTES = 60;

/** Deletes a user's tiles. */
export async function deleteTiles(uid: string, timers: Timers = realTimers): Promise<void> {
  const guard = createGuard({ close: () => {}, open: () => Promise.resolve() }, timers);
  await guard(() => Dexie.delete(tileDbName(uid)), WRITE_LIMIT_MS);
}
