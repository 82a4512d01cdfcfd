import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { onCleanup } from '../on-cleanup.ts';
import { temporaryDir } from '../temporary.ts';

type SmallDisk = {
  dir: string;
  /** Fills the disk completely. */
  fill(): void;
  free(): void;
};

/** A file system of some megabytes, removed after the test; undefined where mounting is not allowed. */
export function aSmallDisk(megabytes: number): SmallDisk | undefined {
  const dir = temporaryDir();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  // Lazy, because the server with open files there may stop only afterwards.
  onCleanup(() => execFileSync('umount', ['--lazy', dir]));
  const filler = path.join(dir, 'filler');
  return {
    dir,
    fill() {
      const file = openSync(filler, 'a');
      for (const size of [1_000_000, 10_000, 1]) writeUntilFull(file, Buffer.alloc(size));
      closeSync(file);
    },
    free: () => rmSync(filler),
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    if (!isFull) throw error;
  }
}
