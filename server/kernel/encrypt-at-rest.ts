import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
/** NIST SP 800-38D: 96 bits of nonce, 128 bits of tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of other services, so that a copy of the database alone does not reveal them. */
export type Encrypter = {
  /** `context` names the row that will hold the value; with another one it cannot be decrypted. */
  encrypt(plain: string, context: string): string;
  /** Undefined when the value was encrypted with another secret or context, or was changed. */
  decrypt(encrypted: string, context: string): string | undefined;
  /** A keyed hash (HMAC) of a text, 96 bits in URL-safe characters; only this installation can compute it. */
  keyedHash(text: string): string;
};

export function createEncrypter(secret: string): Encrypter {
  // A separate key, so that the key which signs tokens encrypts nothing.
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'onsil sealed values', 32));
  const hashKey = new Uint8Array(hkdfSync('sha256', secret, '', 'onsil secret words', 32));
  return {
    keyedHash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, 16),
    encrypt(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
      const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [VERSION, ...[nonce, cipher.getAuthTag(), hidden].map((part) => part.toString('base64url'))].join('.');
    },
    decrypt(encrypted, context) {
      const [version, ...texts] = encrypted.split('.');
      const [nonce, tag, hidden] = texts.map((text) => Buffer.from(text, 'base64url'));
      if (version !== VERSION || nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES || !hidden)
        return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      try {
        return decipher.update(hidden, undefined, 'utf8') + decipher.final('utf8');
      } catch {
        // The tag does not match: another secret or context, or changed bytes.
        return undefined;
      }
    },
  };
}
