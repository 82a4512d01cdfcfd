import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, SECOND_MS } from '#contract/time/time.ts';
import { DATABASE_FILE } from '../config.ts';
import { copyDatabase, photoHashesOf, settleCopy } from '../db/sqlite/snapshot.ts';
import { tryLock } from '../kernel/process/data-dir-lock.ts';
import { freeBytesOf } from '../kernel/process/free-bytes.ts';
import {
  bytesOf,
  CHECKSUMS_FILE,
  type Copy,
  DELETED_PREFIX,
  freeName,
  INCOMPLETE_PREFIX,
  listCopies,
  manifestFile,
  manifestText,
  readCopy,
  SECRET,
  sumsText,
} from './copy-folder.ts';
import { copyPhotos } from './copy-photos.ts';
import { liesWithin, namesIn, partOf, sync, syncFolders, writeSafely } from './disk-files.ts';
import { inMegabytes, secretMarkOf } from './facts.ts';
import { asFailure, BackupFailure } from './failure.ts';

type CopyAsked = {
  dataDir: string;
  /** The folder that holds the copies. */
  to: string;
  /** The secret of the installation; undefined when it is unknown. */
  secret: string | undefined;
  isSecretWanted: boolean;
  /** Older copies are deleted after this one is made; undefined: none. */
  keepDays: number | undefined;
  now(): number;
};

export type MadeCopy = { copy: Copy; linked: number; isSameDisk: boolean };

/** Space of a copy besides the database and its photos, bytes. */
const SLACK_BYTES = 1_000_000;

/**
 * Copies the database, the photos and optionally the secret of a data folder, whose server may be running, into a new
 * folder below `to`. The folder gets its name when everything is on the disk. Throws BackupFailure and then leaves
 * nothing behind; it also removes leftovers of interrupted runs.
 */
export async function makeCopy(asked: CopyAsked): Promise<MadeCopy> {
  const { dataDir, to } = asked;
  const bytes = await bytesOf(path.join(dataDir, DATABASE_FILE));
  if (bytes === 0) throw new BackupFailure('usage', { code: 'noDatabase', from: dataDir });
  try {
    if (await liesWithin(to, dataDir)) throw new BackupFailure('usage', { code: 'targetInside', from: dataDir, to });
    await mkdir(to, { recursive: true, mode: 0o700 });
    const lock = tryLock(path.join(to, 'backup.lock'));
    if (!lock) throw new BackupFailure('busy', { code: 'backupRuns', to });
    try {
      await removeLeftovers(to);
      const [free, needed] = [await freeBytesOf(to), bytes + SLACK_BYTES];
      if (free < needed) {
        const said = { code: 'noRoom', to, free: inMegabytes(free), needed: inMegabytes(needed) } as const;
        throw new BackupFailure('noRoom', said);
      }
      const made = await copyInto(asked);
      if (asked.keepDays !== undefined) await removeOldCopies(to, asked.keepDays, asked.now());
      return made;
    } finally {
      lock.release();
    }
  } catch (error) {
    throw asFailure(error, { from: dataDir, to });
  }
}

/** Deletes the leftovers of interrupted runs. */
async function removeLeftovers(to: string): Promise<void> {
  for (const name of await namesIn(to)) {
    if (name.startsWith(INCOMPLETE_PREFIX) || name.startsWith(DELETED_PREFIX))
      await rm(path.join(to, name), { recursive: true, force: true });
  }
}

async function copyInto(asked: CopyAsked): Promise<MadeCopy> {
  const { dataDir, to, now } = asked;
  const half = path.join(to, INCOMPLETE_PREFIX + randomUUID());
  await mkdir(half, { mode: 0o700 });
  try {
    const madeAt = now();
    const linked = await fill(half, asked, madeAt);
    await syncFolders(half);
    const folder = path.join(to, await freeName(to, madeAt));
    await rename(half, folder);
    await sync(to);
    const isSameDisk = (await stat(folder)).dev === (await stat(dataDir)).dev;
    return { copy: await readCopy(folder), linked, isSameDisk };
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}

/** Writes the files of a copy; returns how many were linked from the previous copy. */
async function fill(folder: string, asked: CopyAsked, madeAt: number): Promise<number> {
  const { dataDir, to, secret, isSecretWanted, now } = asked;
  const file = path.join(folder, DATABASE_FILE);
  await copyDatabase(path.join(dataDir, DATABASE_FILE), file);
  const { newestReadingAt, ...facts } = settleCopy(file);
  await sync(file);
  const database = await partOf(file);
  // Photos come after the database: a photo is on the disk before its row is written, and never changes.
  const before = (await listCopies(to)).at(-1);
  const photos = await copyPhotos(photoHashesOf(file), { dataDir, folder, before });
  const parts = new Map([[DATABASE_FILE, database], ...photos.parts]);
  const hasSecret = isSecretWanted && secret !== undefined;
  if (hasSecret) {
    await writeSafely(path.join(folder, SECRET), secret);
    parts.set(SECRET, await partOf(path.join(folder, SECRET)));
  }
  const sums = path.join(folder, CHECKSUMS_FILE);
  await writeSafely(sums, sumsText(parts));
  const text = manifestText({
    ...facts,
    madeAt: new Date(madeAt).toISOString(),
    seconds: Math.round((now() - madeAt) / (SECOND_MS / 10)) / 10,
    newestReadingAt: newestReadingAt === null ? null : new Date(newestReadingAt).toISOString(),
    database,
    photos: {
      files: photos.parts.size,
      bytes: [...photos.parts.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      missing: photos.missing,
    },
    hasSecret,
    secretMark: secret === undefined ? null : secretMarkOf(secret),
    sums: (await partOf(sums)).sha256,
  });
  await writeSafely(manifestFile(folder), text);
  return photos.linked;
}

/** Deletes copies that are older than `keepDays` at `now`; the newest always stays. */
async function removeOldCopies(to: string, keepDays: number, now: number): Promise<void> {
  const copies = await listCopies(to);
  for (const { name, folder } of copies.slice(0, -1).filter(({ madeAt }) => madeAt < now - keepDays * DAY_MS)) {
    // Renames it first, so that an interrupted deletion does not look like a copy.
    const gone = path.join(to, DELETED_PREFIX + name);
    await rename(folder, gone);
    await rm(gone, { recursive: true, force: true });
  }
}
