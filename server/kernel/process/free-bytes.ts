import { statfs } from 'node:fs/promises';

/** Free space on the disk of a folder, for programs without special rights, bytes. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
