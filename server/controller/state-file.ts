import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A value on disk that is replaced atomically: written to a temporary file, flushed, renamed, and the folder flushed.
 * JSON with the two infinities. `load` returns undefined when nothing can be read; `save` throws when the disk is full.
 */
export function stateFile<T>(file: string): { load(): T | undefined; save(value: T): void } {
  return {
    load() {
      try {
        // Only `save` writes this file.
        return JSON.parse(readFileSync(file, 'utf8'), (_, value) => unbounded.get(value) ?? value) as T;
      } catch {
        return undefined; // The first start, or the file was lost: the expiry of commands still prevents repeats.
      }
    },
    save(value) {
      const beside = `${file}.new`;
      const handle = openSync(beside, 'w');
      try {
        writeFileSync(
          handle,
          JSON.stringify(value, (_, one) => (Math.abs(one) === Infinity ? String(one) : one)),
        );
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(beside, file);
      const folder = openSync(path.dirname(file), 'r');
      try {
        fsyncSync(folder);
      } finally {
        closeSync(folder);
      }
    },
  };
}

/** A lock without an end is Infinity; a switch that never moved has -Infinity. */
const unbounded = new Map<unknown, number>([
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);
