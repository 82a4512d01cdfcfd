import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('password', () => {
  it('is hashed with Argon2id at the decided cost and a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('onsil-demo'), hashPassword('onsil-demo')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('is verified against its own hash only', async () => {
    const hash = await hashPassword('onsil-demo');
    expect(await verifyPassword(hash, 'onsil-demo')).toBe(true);
    expect(await verifyPassword(hash, 'onsil-demo ')).toBe(false);
    expect(await verifyPassword(hash, '')).toBe(false);
  });

  it('is the same however the Hangul was composed', async () => {
    const hash = await hashPassword('한라봉'.normalize('NFD'));
    expect(await verifyPassword(hash, '한라봉'.normalize('NFC'))).toBe(true);
  });

  it('never fits when there is no user, not even the decoy’s own', async () => {
    expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false);
  });

  it('is refused beyond a length nobody types', async () => {
    expect(() => hashPassword('x'.repeat(1025))).toThrow(RangeError);
    expect(() => hashPassword('')).toThrow(RangeError);
    expect(await verifyPassword(await hashPassword('-'), 'x'.repeat(1025))).toBe(false);
  });
});
