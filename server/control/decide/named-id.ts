import { createHash } from 'node:crypto';

/** A namespace of our own, so that ids of runs and commands cannot collide with others. */
const NAMESPACE = Buffer.from('6ba7b8149dad11d180b400c04fd430c8', 'hex');

/** A UUID derived from a name (RFC 9562, version 5), so that repeating a decision gives the same ids. */
export function namedId(...name: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name.join('\n')).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
