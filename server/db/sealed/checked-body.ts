import { crc32 } from 'node:zlib';

/** The first byte of a body tells how its columns are written (learnt-columns.ts, fixed-columns.ts). */
export const [LEARNT, FIXED] = [1, 2];
type Way = typeof LEARNT | typeof FIXED;

/** Bytes before the columns: the way, and the checksum of the rest. */
const HEAD = 5;

/** The body that holds encoded columns, with a checksum. */
export function bodyOf(columns: Uint8Array, way: Way): Uint8Array {
  const body = new Uint8Array(HEAD + columns.length);
  body[0] = way;
  new DataView(body.buffer).setUint32(1, crc32(columns));
  body.set(columns, HEAD);
  return body;
}

/** The columns in a body, and how they are written. Throws RangeError for damaged bytes or an unknown way. */
export function columnsOf(body: Uint8Array): { columns: Uint8Array; way: Way } {
  const columns = body.subarray(HEAD);
  const way = [LEARNT, FIXED].find((known) => known === body[0]);
  if (body.length >= HEAD && way !== undefined) {
    const checksum = new DataView(body.buffer, body.byteOffset, body.length).getUint32(1);
    if (checksum === crc32(columns)) return { columns, way };
  }
  throw new RangeError('a sealed day is damaged');
}
