import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs';

/** Who opens `file` for writing waits, as for a disk that does not answer: it is a pipe without a reader. */
export function hangDisk(file: string): void {
  execFileSync('mkfifo', [file]);
}

/** Removes what stands in the place of `file`; who waits for a reader goes on, and fails. */
export function mendDisk(file: string): void {
  if (!existsSync(file)) return;
  const reader = statSync(file).isFIFO() ? openSync(file, constants.O_RDONLY | constants.O_NONBLOCK) : null;
  rmSync(file, { recursive: true, force: true });
  if (reader !== null) closeSync(reader);
}
