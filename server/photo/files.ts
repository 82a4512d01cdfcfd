import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import type { EncodedPhoto } from './encode.ts';

/** The photo files of the data folder, named by the hash of their content: the same picture is stored once. */
export type PhotoFiles = {
  /** Writes a photo durably and returns its hash. Throws ENOSPC on a full disk and leaves nothing behind. */
  keep(photo: EncodedPhoto): Promise<string>;
  read(hash: string, kind: FileKind): Promise<Uint8Array<ArrayBuffer>>;
  /** Deletes files that no row refers to; returns how many. */
  sweep(store: Queries, now: number): Promise<number>;
};

export type FileKind = 'file' | 'thumbnail';

const suffixes: Readonly<Record<FileKind, string>> = { file: '.webp', thumbnail: '-small.webp' };

/** A younger file may belong to a photo whose row is not written yet. */
const SPARED_MS = DAY_MS;

/** Hashes looked up per query. */
const SLICE = 500;

/** The paths of a photo's files, relative to the data folder. */
export function pathsOfPhoto(hash: string): string[] {
  return [placeWithin(hash, 'file'), placeWithin(hash, 'thumbnail')];
}

const placeWithin = (hash: string, kind: FileKind) => path.join('photos', hash.slice(0, 2), hash + suffixes[kind]);

/** The store of photos in a data folder. */
export function photoFiles(dataDir: string): PhotoFiles {
  const root = path.join(dataDir, 'photos');
  const placeOf = (hash: string, kind: FileKind) => path.join(dataDir, placeWithin(hash, kind));
  return {
    async keep({ file, thumbnail }) {
      const hash = createHash('sha256').update(file).digest('hex');
      await mkdir(path.dirname(placeOf(hash, 'file')), { recursive: true, mode: 0o700 });
      // The thumbnail first, so that it exists whenever the photo exists.
      await keepFile(placeOf(hash, 'thumbnail'), thumbnail);
      await keepFile(placeOf(hash, 'file'), file);
      return hash;
    },
    read: async (hash, kind) => new Uint8Array(await readFile(placeOf(hash, kind))),
    async sweep(store, now) {
      let gone = 0;
      for (const folder of await entriesOf(root)) {
        const names = await entriesOf(path.join(root, folder));
        for (let at = 0; at < names.length; at += SLICE) {
          const slice = names.slice(at, at + SLICE);
          const named = await hashesNamed(store, slice.map(hashIn));
          for (const name of slice.filter((one) => !named.has(hashIn(one)))) {
            const place = path.join(root, folder, name);
            if ((await stat(place)).mtimeMs > now - SPARED_MS) continue;
            await rm(place, { force: true });
            gone += 1;
          }
        }
      }
      return gone;
    },
  };
}

const hashIn = (name: string) => name.slice(0, 64);

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function hashesNamed({ db }: Queries, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('photo').select('hash').where('hash', 'in', hashes).execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Writes a temporary file and renames it, so that the file is never incomplete; resolves when it is on the disk. */
async function keepFile(place: string, bytes: Uint8Array): Promise<void> {
  if (await isThere(place)) return;
  const beside = `${place}.${randomUUID()}`;
  try {
    const handle = await open(beside, 'wx', 0o600);
    await filled(handle, () => handle.writeFile(bytes));
    await rename(beside, place);
    const folder = await open(path.dirname(place));
    await filled(folder, async () => {});
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function filled(handle: FileHandle, fill: () => Promise<void>): Promise<void> {
  try {
    await fill();
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether the file exists. It also renews the file's age, so that no sweep deletes it before its row is written. */
async function isThere(place: string): Promise<boolean> {
  const now = Date.now() / SECOND_MS;
  return utimes(place, now, now).then(
    () => true,
    () => false,
  );
}
