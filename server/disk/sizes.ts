import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DiskState } from '#contract/disk/disk.ts';
import { addSeoulDays, seoulDate } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { freeBytesOf } from '../kernel/process/free-bytes.ts';
import { fillOf, GROWTH_DAYS } from './fill.ts';

/** The journal of the database changes by the minute and says nothing about growth. */
const PASSING = /-(wal|shm)$/;

/**
 * Measures the size of the data folder, stores it for the Seoul day of `now`, and deletes sizes older than a month.
 * Returns bytes.
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

/** The folder's last measured size, because walking it takes long, and the free space now. */
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

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || PASSING.test(entry.name)) continue;
    // A file that was removed after it was listed takes no space.
    bytes += await stat(path.join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}
