import { isSealed, tileBegin, tilesOf } from '#contract/series/tile.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Resolution, startOfSeoulDay } from '#contract/time/time.ts';
import type { TileRow } from './tile-db.ts';

/** How long an open tile counts as fresh, ms: the shorter the closer it is to now. */
const TODAY_MS = MINUTE_MS;
const YESTERDAY_MS = 10 * MINUTE_MS;
const OLDER_MS = HOUR_MS;

/** Whether a tile was sealed when it was fetched and has not changed since. */
export function isSettled({ tile, level, fetchedAt, isDirty }: Kept): boolean {
  // A tile fetched before it was sealed may lack later readings.
  return isDirty === 0 && isSealed(tile, level, fetchedAt);
}

type Kept = Pick<TileRow, 'tile' | 'level' | 'fetchedAt' | 'isDirty'>;

/** Whether a stored tile can be shown without asking the server; `now` is the server's clock. */
export function isFresh(row: Kept, now: number): boolean {
  if (row.isDirty === 1 || isSettled(row)) return row.isDirty === 0;
  const end = tileBegin(row.tile + 1, row.level);
  const today = startOfSeoulDay(now);
  const life = end > today ? TODAY_MS : end > today - DAY_MS ? YESTERDAY_MS : OLDER_MS;
  return now - row.fetchedAt < life;
}

/** What is prefetched, in days before now; the newest tiles of each level come first. */
const preparedDays: readonly { level: Resolution; days: number }[] = [
  { level: '1d', days: 400 },
  { level: '10m', days: 30 },
  { level: '1h', days: 400 },
];

/** Limit of prefetched tiles per farm, bytes on the device. */
export const PREPARED_BYTES = 3 * 1024 * 1024;

/** The tiles of one farm to prefetch, in order; `mostDays` limits them where less may be stored. */
export function tilesToPrepare(now: number, mostDays = Infinity): { level: Resolution; tile: number }[] {
  return preparedDays.flatMap(({ level, days }) =>
    tilesOf(now - Math.min(days, mostDays) * DAY_MS, now, level)
      .reverse()
      .map((tile) => ({ level, tile })),
  );
}
