import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';

/** Who opens `file` for writing waits, as for a disk that does not answer: it is a pipe without a reader. */
export function hangDisk(file: string): void {
  putInPlace(file, () => execFileSync('mkfifo', [file], { stdio: 'ignore' }));
}

/** Who opens `file` for writing fails at once, as on a full disk: it is a folder. */
export function fillDisk(file: string): void {
  putInPlace(file, () => mkdirSync(file));
}

/** Removes what stands in the place of `file`; who waits for a reader goes on, and fails. */
export function mendDisk(file: string): void {
  if (!existsSync(file)) return;
  const reader = statSync(file).isFIFO() ? openSync(file, constants.O_RDONLY | constants.O_NONBLOCK) : null;
  rmSync(file, { recursive: true, force: true });
  if (reader !== null) closeSync(reader);
}

/** Puts nothing where something stands already; a file that is being written is gone a moment later. */
function putInPlace(file: string, put: () => void): void {
  const giveUpAt = Date.now() + 5_000;
  for (;;) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) return;
    try {
      put();
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}
