import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_FILE } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import { type FolderLock, tryLockDataDir } from '../kernel/process/data-dir-lock.ts';
import { freeBytesOf } from '../kernel/process/free-bytes.ts';
import { CHECKSUMS_FILE, type Copy, listCopies, readCopy, readSums, SECRET } from './copy-folder.ts';
import { copyFileSafely, namesIn, partOf, syncFolders } from './disk-files.ts';
import { inMegabytes } from './facts.ts';
import { asFailure, BackupFailure } from './failure.ts';
import {
  finishRestore,
  isKeptInPlace,
  type Journal,
  REPLACED_PREFIX,
  RESTORING,
  readJournal,
  writeJournal,
} from './restore-journal.ts';

type RestoreAsked = {
  /** The folder of the copy. */
  from: string;
  /** The data folder to restore into. */
  to: string;
  /** Whether existing contents may be moved aside. */
  mayReplace: boolean;
  mayLeaveOutPhotos: boolean;
  now(): number;
};

type Restored = {
  copy: Copy;
  /** Where the previous contents are; null when there were none. */
  aside: string | null;
  /** Whether an interrupted restore of the same copy was finished. */
  isResumed: boolean;
  /** Damaged photo files that were left out. */
  leftOut: string[];
};

/** Opens a copy that this release can read, with its checksums. Throws BackupFailure. */
async function openCopy(from: string): Promise<{ copy: Copy; sums: ReadonlyMap<string, string> }> {
  const copies = await listCopies(from).catch(() => []);
  if (copies.length > 0) {
    throw new BackupFailure('usage', { code: 'chooseCopy', from, names: copies.map(({ name }) => name).join('\n') });
  }
  const copy = await readCopy(from);
  const unknown = copy.manifest.migrations.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) throw new BackupFailure('newer', { code: 'newerSchema', from, migration: unknown });
  const { sha256 } = await partOf(path.join(from, CHECKSUMS_FILE)).catch(() => ({ sha256: '' }));
  if (sha256 !== copy.manifest.sums)
    throw new BackupFailure('damaged', { code: 'partDamaged', from, part: CHECKSUMS_FILE });
  const sums = await readSums(from);
  if (!sums.has(DATABASE_FILE) || [...sums.keys()].some((name) => !PART.test(name))) {
    throw new BackupFailure('damaged', { code: 'partDamaged', from, part: CHECKSUMS_FILE });
  }
  return { copy, sums };
}

/** The only files of a copy; a restore writes nothing outside these paths. */
const PART = /^(onsil\.db|secret|photos\/[\w-]+\/[\w-]+\.webp)$/;

/** Reads every byte of a copy. Throws BackupFailure when a file differs from its checksum. */
export async function checkCopy(from: string): Promise<Copy> {
  const { copy, sums } = await openCopy(from);
  const digestOf = async (name: string) => (await partOf(path.join(from, name))).sha256;
  refuseDamaged(from, await findDamaged(sums, digestOf), false);
  return copy;
}

/**
 * Restores a copy into a data folder and checks every byte while copying. Existing contents stay untouched until the
 * whole copy is on the disk; if the restore is interrupted after that, the next one finishes it. The folder gets no
 * mark file (`server/db/instance.ts`), so the first start gives the database a new id, and devices notice the restore.
 */
export async function restoreCopy(asked: RestoreAsked): Promise<Restored> {
  const { from, to } = asked;
  try {
    const { copy, sums } = await openCopy(from);
    await mkdir(to, { recursive: true, mode: 0o700 });
    const lock = tryLockDataDir(to);
    if (!lock) throw new BackupFailure('busy', { code: 'serverRuns', to });
    return await underLock(lock, async () => {
      const begun = await readJournal(to);
      if (!begun) return restoreInto(asked, copy, sums);
      await finishRestore(to, begun);
      if (begun.copy !== copy.name || begun.madeAt !== copy.manifest.madeAt) {
        throw new BackupFailure('usage', { code: 'resumedAnother', from: begun.copy, to });
      }
      return { copy, aside: begun.aside && path.join(to, begun.aside), isResumed: true, leftOut: [] };
    });
  } catch (error) {
    throw asFailure(error, { from, to });
  }
}

async function underLock<T>(lock: FolderLock, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function restoreInto(asked: RestoreAsked, copy: Copy, sums: ReadonlyMap<string, string>): Promise<Restored> {
  const { from, to, mayReplace, mayLeaveOutPhotos, now } = asked;
  const [made, { database, photos, madeAt }] = [path.join(to, RESTORING), copy.manifest];
  await rm(made, { recursive: true, force: true });
  const isInUse = (await namesIn(to)).some((name) => !isKeptInPlace(name));
  if (isInUse && !mayReplace) throw new BackupFailure('usage', { code: 'notEmpty', to });
  const [free, needed] = [await freeBytesOf(to), database.bytes + photos.bytes];
  if (free < needed) {
    const said = { code: 'noRoom', to, free: inMegabytes(free), needed: inMegabytes(needed) } as const;
    throw new BackupFailure('noRoom', said);
  }
  let leftOut: string[];
  try {
    leftOut = await fill(made, { from, sums, mayLeaveOutPhotos });
    await keepSecret(to, made, sums.has(SECRET));
    await syncFolders(made);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
  const aside = isInUse ? REPLACED_PREFIX + now() : null;
  const journal: Journal = { copy: copy.name, madeAt, aside, step: 'aside' };
  await writeJournal(to, journal);
  await finishRestore(to, journal);
  return { copy, aside: aside && path.join(to, aside), isResumed: false, leftOut };
}

/** Copies the files named in the checksums; returns the damaged photos that were left out. */
async function fill(
  made: string,
  { from, sums, mayLeaveOutPhotos }: { from: string; sums: ReadonlyMap<string, string>; mayLeaveOutPhotos: boolean },
): Promise<string[]> {
  const copied = async (name: string) => {
    const to = path.join(made, name);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    return (await copyFileSafely(path.join(from, name), to)).sha256;
  };
  const damaged = await findDamaged(sums, copied);
  refuseDamaged(from, damaged, mayLeaveOutPhotos);
  for (const name of damaged) await rm(path.join(made, name), { force: true });
  return damaged;
}

/** Files that are missing or differ from their checksum. */
async function findDamaged(
  sums: ReadonlyMap<string, string>,
  digestOf: (name: string) => Promise<string>,
): Promise<string[]> {
  const damaged: string[] = [];
  for (const [name, sha256] of sums) {
    const isThere = (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    };
    if ((await digestOf(name).catch(isThere)) !== sha256) damaged.push(name);
  }
  return damaged;
}

function refuseDamaged(from: string, damaged: readonly string[], mayLeaveOutPhotos: boolean): void {
  const vital = damaged.find((name) => name === DATABASE_FILE || name === SECRET);
  if (vital !== undefined) throw new BackupFailure('damaged', { code: 'partDamaged', from, part: vital });
  const [first] = damaged;
  if (first === undefined || mayLeaveOutPhotos) return;
  throw new BackupFailure('damaged', { code: 'photosDamaged', from, count: damaged.length, name: first });
}

/** Keeps the existing secret of the folder, unless the copy contains one. */
async function keepSecret(to: string, made: string, isInCopy: boolean): Promise<void> {
  if (isInCopy || !(await namesIn(to)).includes(SECRET)) return;
  await copyFileSafely(path.join(to, SECRET), path.join(made, SECRET));
}
