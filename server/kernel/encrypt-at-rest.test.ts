import { describe, expect, it } from 'vitest';
import { createEncrypter } from './encrypt-at-rest.ts';

const encrypter = createEncrypter('a secret of this installation');
// So long that it does not come about by chance in what is encrypted.
const apiKey = 'a-key-of-thirty-two-characters-1';
const plain = JSON.stringify({ apiKey, name: '온실' });

describe('an encrypted value', () => {
  it('can be decrypted where it belongs, and does not show what it holds', () => {
    const encrypted = encrypter.encrypt(plain, 'farm 1');
    expect(encrypter.decrypt(encrypted, 'farm 1')).toBe(plain);
    expect(encrypted).not.toContain(apiKey);
    expect(Buffer.from(encrypted.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain(apiKey);
  });

  it('looks different each time', () => {
    expect(encrypter.encrypt(plain, 'farm 1')).not.toBe(encrypter.encrypt(plain, 'farm 1'));
  });

  it('stays closed for another place, another secret, and when a byte was changed', () => {
    const encrypted = encrypter.encrypt(plain, 'farm 1');
    expect(encrypter.decrypt(encrypted, 'farm 2')).toBeUndefined();
    expect(createEncrypter('a secret of another one').decrypt(encrypted, 'farm 1')).toBeUndefined();
    for (const at of [1, 2, 3]) {
      const parts = encrypted.split('.');
      const bytes = Buffer.from(parts[at] ?? '', 'base64url');
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
      parts[at] = bytes.toString('base64url');
      expect(encrypter.decrypt(parts.join('.'), 'farm 1')).toBeUndefined();
    }
    for (const nonsense of ['', 'v1', 'v2.a.b.c', encrypted.slice(0, 30)]) {
      expect(encrypter.decrypt(nonsense, 'farm 1')).toBeUndefined();
    }
  });
});
