import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { placesOfPhoto } from '../photo/files.ts';
import { bytesOf, type Copy, readSums } from './copy-folder.ts';
import { copyFileSafely, type Part } from './disk-files.ts';

type CopiedPhotos = {
  /** By name within the copy. */
  parts: Map<string, Part>;
  /** So many files were in the copy before, and take no room again. */
  linked: number;
  /** What the data folder lacked. */
  missing: string[];
};

/**
 * Brings the photos of these hashes into a copy. A photo never changes: what the copy before has is linked from there and
 * takes no room again. Nothing is linked from the data folder itself, for a copy must outlive its bytes.
 */
export async function copyPhotos(
  hashes: readonly string[],
  { dataDir, folder, before }: { dataDir: string; folder: string; before: Copy | undefined },
): Promise<CopiedPhotos> {
  const known = before ? await readSums(before.folder).catch(() => new Map<string, string>()) : new Map();
  const copied: CopiedPhotos = { parts: new Map(), linked: 0, missing: [] };
  for (const hash of hashes) {
    for (const name of placesOfPhoto(hash)) {
      const to = path.join(folder, name);
      await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
      const sha256 = known.get(name);
      const linked = before && sha256 && (await linkTo(path.join(before.folder, name), to));
      const part = linked ? { bytes: linked, sha256 } : await copyIfThere(path.join(dataDir, name), to);
      if (linked) copied.linked += 1;
      if (part) copied.parts.set(name, part);
      else copied.missing.push(name);
    }
  }
  return copied;
}

/** Bytes of what was linked; undefined where it is not there or the disk links nothing. */
async function linkTo(from: string, to: string): Promise<number | undefined> {
  return link(from, to).then(
    () => bytesOf(to),
    () => undefined,
  );
}

async function copyIfThere(from: string, to: string): Promise<Part | undefined> {
  try {
    return await copyFileSafely(from, to);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
