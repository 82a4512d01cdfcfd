import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import type { EncodedPhoto } from './encode.ts';

/** The photos beside the database, each under the hash of its content: the same picture is kept once. */
export type PhotoFiles = {
  /** Puts a photo on the disk for good and answers its hash. Throws ENOSPC when there is no room; nothing is left then. */
  keep(photo: EncodedPhoto): Promise<string>;
  read(hash: string, kind: FileKind): Promise<Uint8Array<ArrayBuffer>>;
  /** Removes what no row names any more; answers how many files went. */
  sweep(store: Queries, now: number): Promise<number>;
};

export type FileKind = 'file' | 'thumbnail';

const suffixes: Readonly<Record<FileKind, string>> = { file: '.webp', thumbnail: '-small.webp' };

/** A file that is younger may belong to a photo whose row is about to be written. */
const SPARED_MS = DAY_MS;

/** Names looked up at once. */
const SLICE = 500;

/** Where the files of a photo lie within the data folder. */
export function placesOfPhoto(hash: string): string[] {
  return [placeWithin(hash, 'file'), placeWithin(hash, 'thumbnail')];
}

const placeWithin = (hash: string, kind: FileKind) => path.join('photos', hash.slice(0, 2), hash + suffixes[kind]);

/** The folder of the photos of a data folder. */
export function photoFiles(dataDir: string): PhotoFiles {
  const root = path.join(dataDir, 'photos');
  const placeOf = (hash: string, kind: FileKind) => path.join(dataDir, placeWithin(hash, kind));
  return {
    async keep({ file, thumbnail }) {
      const hash = createHash('sha256').update(file).digest('hex');
      await mkdir(path.dirname(placeOf(hash, 'file')), { recursive: true, mode: 0o700 });
      // The thumbnail first: whoever finds the photo finds it in small, too.
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

/** Writes beside the place and renames, so that a file is there whole or not at all; on the disk when this resolves. */
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

/** Whether it is there; then it counts as new, so that no sweep takes it before its row is written. */
async function isThere(place: string): Promise<boolean> {
  const now = Date.now() / SECOND_MS;
  return utimes(place, now, now).then(
    () => true,
    () => false,
  );
}
