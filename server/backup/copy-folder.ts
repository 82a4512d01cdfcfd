import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseInstant, SEOUL_OFFSET_MS } from '#contract/time/time.ts';
import { namesIn, type Part } from './disk-files.ts';
import { BackupFailure } from './failure.ts';

/** What a copy is written as; a release reads its own format and those before. */
const FORMAT = 1;

export const DATABASE = 'onsil.db';
export const SECRET = 'secret';
/** Says what the copy is. It is written last, so that a folder without it is none. */
const MANIFEST = 'manifest.json';
/** A line for every other file, as `sha256sum -c` reads it. */
export const SUMS = 'SHA256SUMS';

/** Begins the names of what is not a copy yet, and of what is none any more. */
export const HALF = '.half-';
export const GONE = '.gone-';
const NAME = /^onsil-\d{4}-\d\d-\d\dT\d{6}(-\d+)?$/;

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** How long it took. */
  seconds: z.number(),
  /** Names the history that it is of. */
  instance: z.nullable(z.string()),
  /** Names of the migrations the database has been through: its schema. */
  migrations: z.array(z.string()),
  newestReadingAt: z.nullable(z.string()),
  farms: z.number(),
  users: z.number(),
  devices: z.number(),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  /** Two files for each photo; those the data folder lacked are named. */
  photos: z.object({ files: z.number(), bytes: z.number(), missing: z.array(z.string()) }),
  /** The secret of the installation lies in the copy. */
  hasSecret: z.boolean(),
  /** A word that only the secret of the installation makes, to tell another one; null where it was not known. */
  secretMark: z.nullable(z.string()),
  /** Digest of SHA256SUMS. */
  sums: z.string(),
});
type Manifest = z.infer<typeof manifest>;

export type Copy = { name: string; folder: string; madeAt: number; manifest: Manifest };

/** Ends the text of a manifest; half a one says nothing. */
export const manifestText = (of: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...of }, undefined, 2)}\n`;
export const manifestFile = (folder: string): string => path.join(folder, MANIFEST);

/** Reads what a copy is. Throws BackupFailure where the folder holds none that this release can read. */
export async function readCopy(folder: string): Promise<Copy> {
  let found: unknown;
  try {
    found = JSON.parse(await readFile(manifestFile(folder), 'utf8'));
  } catch (error) {
    throw new BackupFailure('usage', { code: 'notACopy', from: folder }, { cause: error });
  }
  const { format } = z.looseObject({ format: z.catch(z.number(), 0) }).parse(found);
  if (format > FORMAT) throw new BackupFailure('newer', { code: 'newerFormat', from: folder });
  const read = manifest.safeParse(found);
  if (!read.success) throw new BackupFailure('damaged', { code: 'partDamaged', from: folder, part: MANIFEST });
  return { name: path.basename(folder), folder, madeAt: parseInstant(read.data.madeAt), manifest: read.data };
}

/** The whole copies in a folder, oldest first; what cannot be read is none. */
export async function listCopies(folder: string): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const name of (await namesIn(folder)).filter((one) => NAME.test(one))) {
    const copy = await readCopy(path.join(folder, name)).catch(() => undefined);
    if (copy && Number.isFinite(copy.madeAt)) copies.push(copy);
  }
  return copies.sort((a, b) => a.madeAt - b.madeAt);
}

/** A name for a copy made at `at` that no other in the folder has: 'onsil-2026-11-23T031000', in Seoul time. */
export async function freeName(folder: string, at: number): Promise<string> {
  const seoul = new Date(at + SEOUL_OFFSET_MS).toISOString();
  const name = `onsil-${seoul.slice(0, 19).replaceAll(':', '')}`;
  const taken = new Set(await namesIn(folder));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
}

/** Digests by name within the copy. Throws ENOENT where there are none. */
export async function readSums(folder: string): Promise<Map<string, string>> {
  const lines = (await readFile(path.join(folder, SUMS), 'utf8')).split('\n');
  return new Map(lines.filter(Boolean).map((line) => [line.slice(66), line.slice(0, 64)]));
}

export const sumsText = (parts: ReadonlyMap<string, Part>): string =>
  [...parts].map(([name, { sha256 }]) => `${sha256}  ${name}\n`).join('');

/** Bytes of a file; 0 where there is none. */
export async function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
