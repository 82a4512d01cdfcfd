import { crc32 } from 'node:zlib';

/** The first byte of a body; another format gets another number. */
const VERSION = 1;
/** Bytes before the columns: the version, and the checksum of the rest. */
const HEAD = 5;

/** The body that holds encoded columns, with a checksum. */
export function bodyOf(columns: Uint8Array): Uint8Array {
  const body = new Uint8Array(HEAD + columns.length);
  body[0] = VERSION;
  new DataView(body.buffer).setUint32(1, crc32(columns));
  body.set(columns, HEAD);
  return body;
}

/** The columns in a body. Throws RangeError for damaged bytes or an unknown version. */
export function columnsOf(body: Uint8Array): Uint8Array {
  const columns = body.subarray(HEAD);
  if (body.length >= HEAD && body[0] === VERSION) {
    const checksum = new DataView(body.buffer, body.byteOffset, body.length).getUint32(1);
    if (checksum === crc32(columns)) return columns;
  }
  throw new RangeError('a sealed day is damaged');
}
