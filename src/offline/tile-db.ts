import { Dexie, type Table } from 'dexie';
import type { Target } from '#contract/monitor/monitor.ts';
import { tileBegin } from '#contract/series/tile.ts';
import { type KeptSince, type Resolution, seoulDayNumber } from '#contract/time/time.ts';
import { closeOnVersionChange } from './close-on-version-change.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** One kept tile. Times are epoch ms of the server's clock, `lastUsed` of the device's. */
export type TileRow = {
  key: string;
  farm: number;
  channel: number;
  level: Resolution;
  tile: number;
  /** Columns as src/offline/tile-bytes.ts writes them. */
  bytes: Uint8Array<ArrayBuffer>;
  fetchedAt: number;
  /** The server said that something in it has changed since. */
  isDirty: 0 | 1;
  lastUsed: number;
  /** Kept however long it was not looked at: what was brought for the time without a network. */
  isPinned: 0 | 1;
};

/** What is known of a farm or a weather station whose tiles are kept. */
export type TileFarm = {
  /** Its index, or the number of the station. */
  farm: number;
  /** The user's farm that a lead farm is compared with; none for farms of the user and stations they go by. */
  comparedWithFarm?: number | undefined;
  /** Names the server's database; cursors of another one mean nothing. */
  instance: string;
  cursor: number;
  /** When the server last told what changed, epoch ms of its clock. */
  checkedAt: number;
  /** From when on the server has everything at each level; missing where it has not been asked since it says so. */
  keptSince?: KeptSince;
  /** How far the preparation for the time without a network has come; null before it began. */
  prepared: { tiles: number; wanted: number; at: number } | null;
};

/** What can be drawn of a farm, as its target list has it. */
export type TileChannel = Target & { farm: number; isActuator: boolean };

/** Tiles of one farm as they were when its change cursor stood there. */
export type FetchedTiles = { farm: number; cursor: number; rows: readonly TileRow[] };

export type TileName = { channel: number; level: Resolution; tile: number };

/** Under what a tile is kept. */
export function tileKey({ channel, level, tile }: TileName): string {
  return `${channel} ${level} ${tile}`;
}

export type TileUsage = { key: string; lastUsed: number; isPinned: 0 | 1; size: number };

/** The kept tiles of one user. Every call may reject with StorageHangError or QuotaExceededError. */
export type TileStore = {
  tiles(keys: readonly string[]): Promise<(TileRow | undefined)[]>;
  /** Which of these are kept and not known to have changed. */
  clean(keys: readonly string[]): Promise<Set<string>>;
  /**
   * Keeps fetched tiles. What the server has told to have changed since they were read there is kept as changed: the
   * answer may have been on its way longer than the news. Of a farm that has been dropped meanwhile nothing is kept.
   */
  put(fetched: FetchedTiles): Promise<void>;
  touch(keys: readonly string[], at: number): Promise<void>;
  /** Marks what holds a changed day; `days` null marks all of a channel. */
  spoil(changed: readonly { channel: number; days: readonly number[] | null }[]): Promise<void>;
  channels(indexes: readonly number[]): Promise<(TileChannel | undefined)[]>;
  farmChannels(farm: number): Promise<TileChannel[]>;
  /** What can be drawn of a farm, in place of what could before. */
  putChannels(farm: number, channels: readonly TileChannel[]): Promise<void>;
  /** Forgets a farm's tiles of all channels but these. */
  dropOthers(farm: number, channels: readonly number[]): Promise<void>;
  farm(farm: number): Promise<TileFarm | undefined>;
  farms(): Promise<TileFarm[]>;
  putFarm(row: TileFarm): Promise<void>;
  /** Forgets a farm's tiles: its database was replaced, or it is the user's no more. */
  dropFarm(farm: number): Promise<void>;
  usage(): Promise<TileUsage[]>;
  /** What a farm's pinned tiles take. */
  pinnedBytes(farm: number): Promise<number>;
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
};

/** Raised whenever rows change their shape. */
const TILE_DB_VERSION = 2;

/** Version 1 called the farm that a lead farm is compared with otherwise; the tiles themselves stay. */
function toVersion2(row: TileFarm & { beside?: number }): void {
  if (row.beside !== undefined) row.comparedWithFarm = row.beside;
  delete row.beside;
}

export function tileDbName(uid: string): string {
  return `onsil-tiles-${uid}`;
}

function declared(name: string): Dexie {
  const db = new Dexie(name);
  db.version(TILE_DB_VERSION)
    .stores({
      tiles: '&key, channel, farm, [key+isDirty], [lastUsed+isPinned]',
      channels: '&index, farm',
      farms: '&farm',
    })
    .upgrade((transaction) => transaction.table('farms').toCollection().modify(toVersion2));
  closeOnVersionChange(db);
  return db;
}

/** Opens `onsil-tiles-<uid>`, creating it when it is not there. */
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
    clean: (keys) =>
      read(async () => {
        const found = await tiles
          .where('[key+isDirty]')
          .anyOf(keys.map((key) => [key, 0]))
          .primaryKeys();
        return new Set(found);
      }),
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
    spoil: (changed) => write(() => db.transaction('rw', tiles, () => spoil(tiles, changed))),
    channels: (indexes) => read(() => channels.bulkGet([...indexes])),
    farmChannels: (farm) => read(() => channels.where('farm').equals(farm).toArray()),
    putChannels: (farm, rows) =>
      write(() =>
        db.transaction('rw', channels, async () => {
          await channels.where('farm').equals(farm).delete();
          await channels.bulkPut([...rows]);
        }),
      ),
    dropOthers: (farm, kept) =>
      write(() =>
        tiles
          .where('farm')
          .equals(farm)
          .and(({ channel }) => !kept.includes(channel))
          .delete(),
      ),
    farm: (farm) => read(() => farms.get(farm)),
    farms: () => read(() => farms.toArray()),
    putFarm: (row) => write(() => farms.put(row)),
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

async function spoil(
  tiles: Table<TileRow, string>,
  changed: readonly { channel: number; days: readonly number[] | null }[],
): Promise<void> {
  for (const { channel, days } of changed) {
    const kept = await tiles.where('channel').equals(channel).primaryKeys();
    const spoiled = kept.filter((key) => days === null || holdsOneOf(key, days));
    await tiles.where('key').anyOf(spoiled).modify({ isDirty: 1 });
  }
}

/** Whether a tile, named by its key, holds one of the Seoul days (counted from 1970-01-01). */
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

/** What a row takes beside its key and its bytes, roughly. */
const ROW_OVERHEAD_BYTES = 60;

/** Deletes a user's tiles. */
export async function deleteTiles(uid: string, timers: Timers = realTimers): Promise<void> {
  const guard = createGuard({ close: () => {}, open: () => Promise.resolve() }, timers);
  await guard(() => Dexie.delete(tileDbName(uid)), WRITE_LIMIT_MS);
}
