import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * A value on disk that is replaced atomically: written to a temporary file, flushed, renamed, and the folder flushed.
 * JSON with the two infinities. `load` returns undefined when nothing can be read. `save` resolves once the value is on
 * disk, which may take seconds on a worn memory card, and rejects when it is full; it is called once at a time.
 */
export function stateFile<T>(file: string): { load(): T | undefined; save(value: T): Promise<void> } {
  return {
    load() {
      try {
        // Only `save` writes this file.
        return JSON.parse(readFileSync(file, 'utf8'), (_, value) => unbounded.get(value) ?? value) as T;
      } catch {
        return undefined; // The first start, or the file was lost: the expiry of commands still prevents repeats.
      }
    },
    async save(value) {
      const beside = `${file}.new`;
      const text = JSON.stringify(value, (_, one) => (Math.abs(one) === Infinity ? String(one) : one));
      await flushed(beside, 'w', (handle) => handle.writeFile(text));
      await rename(beside, file);
      await flushed(path.dirname(file), 'r');
    },
  };
}

type Handle = Awaited<ReturnType<typeof open>>;

async function flushed(file: string, flags: string, write?: (handle: Handle) => Promise<void>): Promise<void> {
  const handle = await open(file, flags);
  try {
    await write?.(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A lock without an end is Infinity; a switch that never moved has -Infinity. */
const unbounded = new Map<unknown, number>([
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);
