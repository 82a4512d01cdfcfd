import type { Columns } from '#contract/series/tile-columns.ts';

/**
 * Columns as bytes for the device's storage: each whole number as a variable-length integer, its sign in the lowest
 * bit, seven bits a byte with the high bit set while more follow. Most numbers of a tile take one or two bytes.
 */
export function bytesOf({ digits, at, mean, below, above }: Columns): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const write = (value: number) => {
    // Beyond 32 bits (the first instant of a long tile) bit operations fail, so this divides.
    let left = value < 0 ? -2 * value - 1 : 2 * value;
    while (left >= 128) {
      bytes.push((left % 128) + 128);
      left = Math.floor(left / 128);
    }
    bytes.push(left);
  };
  write(digits);
  write(at.length);
  write(below && above ? 1 : 0);
  for (const column of [at, mean, below, above]) for (const value of column ?? []) write(value);
  return Uint8Array.from(bytes);
}

/** The columns again. Throws RangeError for bytes that end too early. */
export function columnsOf(bytes: Uint8Array): Columns {
  let next = 0;
  const read = () => {
    let [value, place] = [0, 1];
    for (;;) {
      const byte = bytes[next];
      if (byte === undefined) throw new RangeError('a tile is cut short');
      next += 1;
      value += (byte % 128) * place;
      if (byte < 128) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
      place *= 128;
    }
  };
  const digits = read();
  const count = read();
  const hasRange = read() === 1;
  const column = () => Array.from({ length: count }, read);
  const [at, mean] = [column(), column()];
  return { digits, at, mean, ...(hasRange && { below: column(), above: column() }) };
}
