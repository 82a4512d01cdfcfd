import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { onCleanup } from './on-cleanup.ts';
import { temporaryDir } from './temporary.ts';

type SmallDisk = {
  dir: string;
  /** Leaves no room for another byte. */
  fill(): void;
  free(): void;
};

/** A file system of its own of a few megabytes, gone after the test; undefined where it may not be mounted. */
export function aSmallDisk(megabytes: number): SmallDisk | undefined {
  const dir = temporaryDir();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  // Lazily: the server that has files open there is stopped by then or just after.
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
