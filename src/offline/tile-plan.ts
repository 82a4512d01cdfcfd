import { isSealed, tileBegin, tilesOf } from '#contract/series/tile.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Resolution, startOfSeoulDay } from '#contract/time/time.ts';
import type { TileRow } from './tile-db.ts';

/** How long a tile that may still change is taken as it is: the closer to the present, the shorter, ms. */
const TODAY_MS = MINUTE_MS;
const YESTERDAY_MS = 10 * MINUTE_MS;
const OLDER_MS = HOUR_MS;

/** Whether a tile was whole when it was fetched and has not changed since. */
export function isSettled({ tile, level, fetchedAt, isDirty }: Kept): boolean {
  // Fetched while it was still open, it may lack what came until it was sealed.
  return isDirty === 0 && isSealed(tile, level, fetchedAt);
}

type Kept = Pick<TileRow, 'tile' | 'level' | 'fetchedAt' | 'isDirty'>;

/** Whether a kept tile can be shown without asking; `now` is the server's clock. */
export function isFresh(row: Kept, now: number): boolean {
  if (row.isDirty === 1 || isSettled(row)) return row.isDirty === 0;
  const end = tileBegin(row.tile + 1, row.level);
  const today = startOfSeoulDay(now);
  const life = end > today ? TODAY_MS : end > today - DAY_MS ? YESTERDAY_MS : OLDER_MS;
  return now - row.fetchedAt < life;
}

/** What is brought to the device before it is needed, days back from now; the newest of each level comes first. */
const preparedDays: readonly { level: Resolution; days: number }[] = [
  { level: '1d', days: 400 },
  { level: '10m', days: 30 },
  { level: '1h', days: 400 },
];

/** The most that is brought for one farm, bytes on the device. */
export const PREPARED_BYTES = 3 * 1024 * 1024;

/** Tiles of one farm that shall be on the device, in the order in which they are brought. */
export function tilesToPrepare(now: number): { level: Resolution; tile: number }[] {
  return preparedDays.flatMap(({ level, days }) =>
    tilesOf(now - days * DAY_MS, now, level)
      .reverse()
      .map((tile) => ({ level, tile })),
  );
}
