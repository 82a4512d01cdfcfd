import type { Columns } from '#contract/series/tile-columns.ts';

/**
 * Encodes columns for the device's storage: each integer as a zigzag varint (the sign in the lowest bit, seven bits
 * per byte, the high bit set while more follow). Most numbers of a tile take one or two bytes.
 */
export function bytesOf({ digits, at, mean, below, above }: Columns): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const write = (value: number) => {
    // Bit operations fail beyond 32 bits (the first instant of a long tile), so this divides.
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

/** Decodes the columns. Throws RangeError if the bytes end too early. */
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
