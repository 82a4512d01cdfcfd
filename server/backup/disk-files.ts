import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';

/** Size and checksum of a file of a copy. */
export type Part = { bytes: number; sha256: string };

const CHUNK_BYTES = 1_048_576;

/** Reads a file and computes its size and checksum. */
export async function partOf(file: string): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies a file to a new path, readable only by its owner; resolves when it is on the disk. */
export async function copyFileSafely(from: string, to: string): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  await withHandle(await open(from), async (source) => {
    await withHandle(await open(to, 'wx', 0o600), async (handle) => {
      for await (const chunk of source.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false })) {
        hash.update(chunk);
        await handle.writeFile(chunk);
        bytes += chunk.length;
      }
      await handle.sync();
    });
  });
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes a text to a new file; resolves when it is on the disk. */
export async function writeSafely(file: string, text: string): Promise<void> {
  await withHandle(await open(file, 'wx', 0o600), async (handle) => {
    await handle.writeFile(text);
    await handle.sync();
  });
}

/** Flushes a file, or the entries of a folder, to the disk. */
export async function sync(place: string): Promise<void> {
  await withHandle(await open(place), (handle) => handle.sync());
}

/** Flushes a folder and all folders below it; their files must be flushed already. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  }
  await sync(folder);
}

async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

/** Names in a folder; empty when the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Whether a folder is the other folder or lies below it. It may not exist yet; symbolic links are resolved. */
export async function liesWithin(folder: string, other: string): Promise<boolean> {
  const between = path.relative(await realPlaceOf(other), await realPlaceOf(folder));
  return between === '' || !(between.startsWith('..') || path.isAbsolute(between));
}

async function realPlaceOf(folder: string): Promise<string> {
  const above = path.dirname(folder);
  return realpath(folder).catch(async () =>
    above === folder ? folder : path.join(await realPlaceOf(above), path.basename(folder)),
  );
}
