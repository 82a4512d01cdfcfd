import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DiskState } from '#contract/disk/disk.ts';
import { addSeoulDays, seoulDate } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { fillOf, GROWTH_DAYS } from './fill.ts';

/** The journal of the database comes and goes by the minute and says nothing of growth. */
const PASSING = /-(wal|shm)$/;

/**
 * Measures what the data folder takes at `now`, keeps it for its Seoul day, and forgets the days before the last month.
 * Answers what it has found, bytes.
 */
export async function measureDisk(
  { db }: Queries,
  dataDir: string,
  now: number,
): Promise<{ bytes: number; freeBytes: number }> {
  const [onDate, bytes] = [seoulDate(now), await sizeOf(dataDir)];
  await db
    .insertInto('disk_size')
    .values({ on_date: onDate, bytes, measured_at: now })
    .onConflict((c) => c.column('on_date').doUpdateSet({ bytes, measured_at: now }))
    .execute();
  await db.deleteFrom('disk_size').where('on_date', '<=', addSeoulDays(onDate, -GROWTH_DAYS)).execute();
  return { bytes, freeBytes: await freeBytesOf(dataDir) };
}

/** How the disk of the data folder stands at `now`: the folder as it was measured last, for walking it takes a while. */
export async function findDiskState({ db }: Queries, dataDir: string, now: number): Promise<Omit<DiskState, 'backup'>> {
  const sizes = await db
    .selectFrom('disk_size')
    .select(['on_date as onDate', 'bytes', 'measured_at as measuredAt'])
    .orderBy('on_date')
    .execute();
  const last = sizes.at(-1);
  const measured = { usedBytes: last?.bytes ?? null, measuredAt: last?.measuredAt ?? null };
  const freeBytes = await freeBytesOf(dataDir);
  return { ...measured, freeBytes, ...fillOf(sizes, freeBytes, now) };
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || PASSING.test(entry.name)) continue;
    // What was removed since it was listed takes nothing.
    bytes += await stat(path.join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}
