import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { SEOUL_OFFSET_MS } from '#contract/time/time.ts';
import { namesIn, type Part } from './disk-files.ts';
import { BackupFailure } from './failure.ts';

/** The format of a copy. A release reads its own format and older ones. */
const FORMAT = 1;

export const SECRET = 'secret';
/** Describes the copy. It is written last, so a folder without it is not a copy. */
const MANIFEST = 'manifest.json';
/** The checksums of all other files, as `sha256sum -c` reads them. */
export const CHECKSUMS_FILE = 'SHA256SUMS';

/** Name prefixes of folders that are not a copy yet (HALF) or are being deleted (GONE). */
export const INCOMPLETE_PREFIX = '.half-';
export const DELETED_PREFIX = '.gone-';
const NAME = /^onsil-\d{4}-\d\d-\d\dT\d{6}(-\d+)?$/;

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** How long making the copy took. */
  seconds: z.number(),
  /** The instance id of the copied database. */
  instance: z.nullable(z.string()),
  /** Names of the migrations that were run, which define its schema. */
  migrations: z.array(z.string()),
  newestReadingAt: z.nullable(z.string()),
  farms: z.number(),
  users: z.number(),
  devices: z.number(),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  /** Each photo has two files; `missing` names those that the data folder did not have. */
  photos: z.object({ files: z.number(), bytes: z.number(), missing: z.array(z.string()) }),
  /** Whether the copy contains the secret of the installation. */
  hasSecret: z.boolean(),
  /** A keyed hash that identifies the secret of the installation; null when the secret was unknown. */
  secretMark: z.nullable(z.string()),
  /** SHA-256 of SHA256SUMS. */
  sums: z.string(),
});
type Manifest = z.infer<typeof manifest>;

export type Copy = { name: string; folder: string; madeAt: number; manifest: Manifest };

/** The text of a manifest; the line break at its end is part of it. */
export const manifestText = (of: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...of }, undefined, 2)}\n`;
export const manifestFile = (folder: string): string => path.join(folder, MANIFEST);

/** Reads the manifest of a copy. Throws BackupFailure when the folder holds no copy that this release can read. */
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

/** The complete copies in a folder, oldest first; unreadable ones are left out. */
export async function listCopies(folder: string): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const name of (await namesIn(folder)).filter((one) => NAME.test(one))) {
    const copy = await readCopy(path.join(folder, name)).catch(() => undefined);
    if (copy && Number.isFinite(copy.madeAt)) copies.push(copy);
  }
  return copies.sort((a, b) => a.madeAt - b.madeAt);
}

/** A free name in the folder for a copy made at `at`: 'onsil-2026-11-23T031000', in Seoul time. */
export async function freeName(folder: string, at: number): Promise<string> {
  const seoul = new Date(at + SEOUL_OFFSET_MS).toISOString();
  const name = `onsil-${seoul.slice(0, 19).replaceAll(':', '')}`;
  const taken = new Set(await namesIn(folder));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
}

/** SHA-256 by file name within the copy. Throws ENOENT when there is no such file. */
export async function readSums(folder: string): Promise<Map<string, string>> {
  const lines = (await readFile(path.join(folder, CHECKSUMS_FILE), 'utf8')).split('\n');
  return new Map(lines.filter(Boolean).map((line) => [line.slice(66), line.slice(0, 64)]));
}

export const sumsText = (parts: ReadonlyMap<string, Part>): string =>
  [...parts].map(([name, { sha256 }]) => `${sha256}  ${name}\n`).join('');

/** Size of a file, bytes; 0 when it does not exist. */
export async function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
