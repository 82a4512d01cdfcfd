import type { TileUsage } from './tile-db.ts';

/** Most that tiles may take per user, bytes; beside them stand the kept answers and the app's own files. */
const TILE_CAP_BYTES = 50 * 1024 * 1024;

/** …and of what the browser gives the site: a small device is not filled with records. */
const TILE_CAP_SHARE = 0.2;

/** After a clean-up this share of the cap is in use, so that not every tile triggers the next. */
const KEEP_SHARE = 0.8;

/**
 * The tiles to give up so that the rest fits into `share` of the cap, none when it fits already: those nobody pinned
 * first, least recently used first. `quota` is what the browser gives the site, bytes, where it says so.
 */
export function roomForTiles(usage: readonly TileUsage[], share: number, quota = Number.POSITIVE_INFINITY): string[] {
  const used = usage.reduce((sum, { size }) => sum + size, 0);
  // A device that is full before our own cap is reached has to give up a share of what is there.
  const cap = share < 1 ? used * share : Math.min(TILE_CAP_BYTES, quota * TILE_CAP_SHARE);
  if (used <= cap) return [];
  let excess = used - (share < 1 ? cap : cap * KEEP_SHARE);
  const byLeastUse = usage.toSorted((a, b) => a.isPinned - b.isPinned || a.lastUsed - b.lastUsed);
  const keys: string[] = [];
  for (const { key, size } of byLeastUse) {
    if (excess <= 0) break;
    keys.push(key);
    excess -= size;
  }
  return keys;
}
