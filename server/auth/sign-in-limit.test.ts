import { describe, expect, it } from 'vitest';
import { accountRule, addressRule, createSignInLimit, FIRST_DELAY_MS } from './sign-in-limit.ts';

function aLimit(maxEntries?: number) {
  const clock = { now: 1_000_000 };
  return { clock, limit: createSignInLimit(() => clock.now, maxEntries) };
}

describe('sign-in limit', () => {
  it('lets a few attempts pass and then makes each wait twice as long, up to the ceiling', () => {
    const { clock, limit } = aLimit();
    for (let n = 0; n < accountRule.free; n += 1) expect(limit.admit('grower', `10.0.0.${n}`)).toBe(0);
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const waitMs = limit.admit('grower', `10.0.1.${n}`);
      waits.push(waitMs);
      clock.now += waitMs;
      expect(limit.admit('grower', `10.0.1.${n}`)).toBe(0);
    }
    const s = FIRST_DELAY_MS;
    const cap = accountRule.maxDelayMs;
    expect(waits).toEqual([s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, cap, cap, cap]);
  });

  it('does not prolong the wait for those who do not wait', () => {
    const { clock, limit } = aLimit();
    for (let n = 0; n < accountRule.free; n += 1) limit.admit('grower', 'a');
    for (let n = 0; n < 50; n += 1) expect(limit.admit('grower', 'a')).toBe(FIRST_DELAY_MS);
    clock.now += FIRST_DELAY_MS - 1;
    expect(limit.admit('grower', 'a')).toBe(1);
    clock.now += 1;
    expect(limit.admit('grower', 'a')).toBe(0);
  });

  it('holds back an address that tries many accounts, and no other address', () => {
    const { limit } = aLimit();
    for (let n = 0; n < addressRule.free; n += 1) expect(limit.admit(`user${n}`, 'a')).toBe(0);
    expect(limit.admit('another', 'a')).toBe(FIRST_DELAY_MS);
    expect(limit.admit('another', 'b')).toBe(0);
  });

  it('clears the account on success but not what else the address has tried', () => {
    const { limit } = aLimit();
    for (let n = 0; n < addressRule.free - 1; n += 1) limit.admit(`user${n}`, 'a');
    for (let n = 0; n < 5; n += 1) {
      expect(limit.admit('own', 'a')).toBe(0);
      limit.succeeded('own', 'a');
    }
    expect(limit.admit('user', 'a')).toBe(0);
    expect(limit.admit('user', 'a')).toBe(FIRST_DELAY_MS);
  });

  it('forgets after an hour of quiet', () => {
    const { clock, limit } = aLimit();
    for (let n = 0; n < accountRule.free; n += 1) limit.admit('grower', 'a');
    clock.now += 60 * 60_000;
    for (let n = 0; n < accountRule.free; n += 1) expect(limit.admit('grower', 'a')).toBe(0);
    expect(limit.admit('grower', 'a')).toBeGreaterThan(0);
  });

  it('keeps a bounded number of entries and drops the one untouched for longest', () => {
    const { limit } = aLimit(2);
    for (let n = 1; n < accountRule.free; n += 1) limit.admit('one', 'a');
    for (let n = 0; n < accountRule.free; n += 1) limit.admit('two', 'a');
    limit.admit('one', 'a');
    limit.admit('three', 'a');
    expect(limit.admit('one', 'a')).toBeGreaterThan(0);
    expect(limit.admit('two', 'a')).toBe(0);
  });
});
