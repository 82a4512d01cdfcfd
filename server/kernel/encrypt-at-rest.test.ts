import { describe, expect, it } from 'vitest';
import { createEncrypter } from './encrypt-at-rest.ts';

const sealer = createEncrypter('a secret of this installation');
// So long that it does not come about by chance in what is encrypted.
const apiKey = 'a-key-of-thirty-two-characters-1';
const plain = JSON.stringify({ apiKey, name: '온실' });

describe('a sealed value', () => {
  it('can be opened where it belongs, and does not show what it holds', () => {
    const sealed = sealer.seal(plain, 'farm 1');
    expect(sealer.open(sealed, 'farm 1')).toBe(plain);
    expect(sealed).not.toContain(apiKey);
    expect(Buffer.from(sealed.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain(apiKey);
  });

  it('looks different each time', () => {
    expect(sealer.seal(plain, 'farm 1')).not.toBe(sealer.seal(plain, 'farm 1'));
  });

  it('stays closed for another place, another secret, and when a byte was changed', () => {
    const sealed = sealer.seal(plain, 'farm 1');
    expect(sealer.open(sealed, 'farm 2')).toBeUndefined();
    expect(createEncrypter('a secret of another one').open(sealed, 'farm 1')).toBeUndefined();
    for (const at of [1, 2, 3]) {
      const parts = sealed.split('.');
      const bytes = Buffer.from(parts[at] ?? '', 'base64url');
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
      parts[at] = bytes.toString('base64url');
      expect(sealer.open(parts.join('.'), 'farm 1')).toBeUndefined();
    }
    for (const nonsense of ['', 'v1', 'v2.a.b.c', sealed.slice(0, 30)]) {
      expect(sealer.open(nonsense, 'farm 1')).toBeUndefined();
    }
  });
});
