import type { TileUsage } from './tile-db.ts';

/** Limit of the tiles per user, bytes; cached responses and the app's own files come in addition. */
const TILE_CAP_BYTES = 50 * 1024 * 1024;

/** Limit as a share of the browser's quota, so that records do not fill a small device. */
const TILE_CAP_SHARE = 0.2;

/** Share of the limit in use after an eviction, so that not every tile triggers the next. */
const KEEP_SHARE = 0.8;

/**
 * The tiles to delete so that the rest fits into `share` of the limit, none if it fits already: unpinned ones first,
 * least recently used first. `quota`: the browser's quota in bytes, if known.
 */
export function roomForTiles(usage: readonly TileUsage[], share: number, quota = Number.POSITIVE_INFINITY): string[] {
  const used = usage.reduce((sum, { size }) => sum + size, 0);
  // The device is full below our own limit: delete a share of what is stored.
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
