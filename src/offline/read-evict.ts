import { type KeptPolicy, offlinePolicies } from '#contract/wire/offline-policies.ts';
import type { ApiRow, ReadStore, RowUsage } from './read-db.ts';

/** Limit of the cached responses per user; tiles and the app's own files come in addition. */
const READ_CAP_BYTES = 30 * 1024 * 1024;

/** Share of the limit in use after an eviction, so that not every response triggers the next. */
const KEEP_SHARE = 0.8;

/** Rows with a policy of another version are evicted first. */
const orderOf = (policy: KeptPolicy | null) => (policy === null ? 0 : offlinePolicies[policy].keeping.evictOrder);

/**
 * The rows to delete so that the rest fits into `targetBytes`: in the order of the policies, least recently used
 * first.
 */
export function rowsToEvict(rows: readonly RowUsage[], targetBytes: number): string[] {
  let excess = rows.reduce((sum, { bytes }) => sum + bytes, 0) - targetBytes;
  const byLeastUse = rows.toSorted((a, b) => orderOf(a.policy) - orderOf(b.policy) || a.lastUsed - b.lastUsed);
  const keys: string[] = [];
  for (const { key, bytes } of byLeastUse) {
    if (excess <= 0) break;
    keys.push(key);
    excess -= bytes;
  }
  return keys;
}

/** Deletes rows until at most `targetBytes` are used; returns how many were deleted. */
async function makeRoom(reads: ReadStore, targetBytes: number): Promise<number> {
  const keys = rowsToEvict(await reads.usage(), targetBytes);
  if (keys.length > 0) await reads.remove(keys);
  return keys.length;
}

/** Whether the error is the browser's QuotaExceededError, also inside a Dexie error. */
export function isQuotaError(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = Reflect.get(at, 'inner')) {
    if (at.name === 'QuotaExceededError') return true;
  }
  return false;
}

/**
 * Caches a row. If the device refuses, half of the cache is deleted before one retry; returns whether the row was
 * cached: not if `mayReplace` denies it for the row that is there. A failure is harmless, because the caller already has
 * the network's response.
 */
export async function putWithinQuota(
  reads: ReadStore,
  row: ApiRow,
  mayReplace?: (there: ApiRow) => boolean,
): Promise<boolean> {
  try {
    return await reads.put(row, mayReplace);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  const rows = await reads.usage();
  await makeRoom(reads, rows.reduce((sum, { bytes }) => sum + bytes, 0) / 2);
  try {
    return await reads.put(row, mayReplace);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    return false;
  }
}

/** Evicts rows when the store exceeds the limit. */
export async function keepBelowCap(reads: ReadStore, capBytes: number = READ_CAP_BYTES): Promise<number> {
  const rows = await reads.usage();
  const used = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return used > capBytes ? makeRoom(reads, capBytes * KEEP_SHARE) : 0;
}
