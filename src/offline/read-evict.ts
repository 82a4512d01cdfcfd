import { type KeptPolicy, offlinePolicies } from '#contract/wire/offline-policies.ts';
import type { ApiRow, ReadStore, RowUsage } from './read-db.ts';

/** Most that kept answers may take per user; beside it stand the tiles and the app's own files. */
const READ_CAP_BYTES = 30 * 1024 * 1024;

/** After a clean-up this share of the cap is in use, so that not every answer triggers the next. */
const KEEP_SHARE = 0.8;

/** What another version of the app has kept by rules of its own goes first. */
const orderOf = (policy: KeptPolicy | null) => (policy === null ? 0 : offlinePolicies[policy].keeping.evictOrder);

/** The rows to give up so that the rest fits into `targetBytes`: as the policies say, least recently used first. */
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

/** Deletes rows until at most `targetBytes` are in use; answers how many went. */
async function makeRoom(reads: ReadStore, targetBytes: number): Promise<number> {
  const keys = rowsToEvict(await reads.usage(), targetBytes);
  if (keys.length > 0) await reads.remove(keys);
  return keys.length;
}

/** True for the browser's refusal to store more, however Dexie wrapped it. */
export function isQuotaError(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = Reflect.get(at, 'inner')) {
    if (at.name === 'QuotaExceededError') return true;
  }
  return false;
}

/**
 * Keeps a row. When the device refuses, gives up half of what is kept and tries once more; answers whether the row
 * was kept. Whoever asked has been answered from the network, so a row that finds no room is no failure.
 */
export async function putWithinQuota(reads: ReadStore, row: ApiRow): Promise<boolean> {
  try {
    await reads.put(row);
    return true;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  const rows = await reads.usage();
  await makeRoom(reads, rows.reduce((sum, { bytes }) => sum + bytes, 0) / 2);
  try {
    await reads.put(row);
    return true;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    return false;
  }
}

/** Brings a store that has outgrown the cap back below it. */
export async function keepBelowCap(reads: ReadStore, capBytes: number = READ_CAP_BYTES): Promise<number> {
  const rows = await reads.usage();
  const used = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return used > capBytes ? makeRoom(reads, capBytes * KEEP_SHARE) : 0;
}
