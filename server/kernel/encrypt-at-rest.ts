import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
/** NIST SP 800-38D: 96 bits of nonce, 128 bits of tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets of others in the database: a copy of it alone tells nothing. */
export type Encrypter = {
  /** `place` names the row it will stand in; put into another one it cannot be opened. */
  seal(plain: string, place: string): string;
  /** Undefined for what was sealed with another secret or for another place, and for what was tampered with. */
  open(sealed: string, place: string): string | undefined;
  /** A word (96 bits, fit for an address) that only this installation can make of a text, and always the same one. */
  keyedHash(text: string): string;
};

export function createEncrypter(secret: string): Encrypter {
  // A key of its own: what signs tokens seals nothing.
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'onsil sealed values', 32));
  const hashKey = new Uint8Array(hkdfSync('sha256', secret, '', 'onsil secret words', 32));
  return {
    keyedHash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, 16),
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [VERSION, ...[nonce, cipher.getAuthTag(), hidden].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed, place) {
      const [version, ...texts] = sealed.split('.');
      const [nonce, tag, hidden] = texts.map((text) => Buffer.from(text, 'base64url'));
      if (version !== VERSION || nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES || !hidden)
        return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      try {
        return decipher.update(hidden, undefined, 'utf8') + decipher.final('utf8');
      } catch {
        // The tag does not fit: another secret, another place, or changed bytes.
        return undefined;
      }
    },
  };
}
