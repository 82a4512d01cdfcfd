import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathsOfPhoto } from '../photo/files.ts';
import { bytesOf, type Copy, readSums } from './copy-folder.ts';
import { copyFileSafely, type Part } from './disk-files.ts';

type CopiedPhotos = {
  /** By file name within the copy. */
  parts: Map<string, Part>;
  /** Files that were linked from the previous copy and take no extra space. */
  linked: number;
  /** Files that the data folder did not have. */
  missing: string[];
};

/**
 * Adds the photos with these hashes to a copy. Photos never change, so those in the previous copy are hard-linked and
 * take no extra space. Nothing is linked from the data folder, because a copy must survive damage to it.
 */
export async function copyPhotos(
  hashes: readonly string[],
  { dataDir, folder, before }: { dataDir: string; folder: string; before: Copy | undefined },
): Promise<CopiedPhotos> {
  const known = before ? await readSums(before.folder).catch(() => new Map<string, string>()) : new Map();
  const copied: CopiedPhotos = { parts: new Map(), linked: 0, missing: [] };
  for (const hash of hashes) {
    for (const name of pathsOfPhoto(hash)) {
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

/** Size of the linked file, bytes; undefined when it does not exist or the disk does not support links. */
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
