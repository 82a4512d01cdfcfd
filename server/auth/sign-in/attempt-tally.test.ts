import { describe, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS } from '#contract/time/time.ts';
import { type AttemptRule, attemptsInMemory, createAttemptTally } from './attempt-tally.ts';

const rule: AttemptRule = { free: 5, firstDelayMs: 5 * SECOND_MS, maxDelayMs: 300 * SECOND_MS };

function aTally(maxEntries?: number) {
  const clock = { now: 1_000_000 };
  const tally = createAttemptTally(rule, () => clock.now, attemptsInMemory(maxEntries));
  const fail = (key: string, times = 1) => {
    for (let n = 0; n < times; n += 1) tally.add(key);
  };
  return { clock, tally, fail };
}

describe('attempt tally', () => {
  it('lets five attempts pass and then has each wait twice as long, up to the ceiling', () => {
    const { clock, tally, fail } = aTally();
    fail('grower', 4);
    expect(tally.waitMs('grower')).toBe(0);
    fail('grower');
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const waitMs = tally.waitMs('grower');
      waits.push(waitMs / SECOND_MS);
      clock.now += waitMs - 1;
      expect(tally.waitMs('grower')).toBe(1);
      clock.now += 1;
      expect(tally.waitMs('grower')).toBe(0);
      fail('grower');
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('counts each key by itself, and one attempt less when it was none', () => {
    const { tally, fail } = aTally();
    fail('grower', 5);
    expect(tally.waitMs('family')).toBe(0);
    tally.takeBack('grower');
    expect(tally.waitMs('grower')).toBe(0);
    fail('grower');
    expect(tally.waitMs('grower')).toBe(5_000);
    tally.forget('grower');
    expect(tally.waitMs('grower')).toBe(0);
  });

  it('forgets after a day of quiet', () => {
    const { clock, tally, fail } = aTally();
    fail('grower', 5);
    clock.now += DAY_MS;
    fail('grower', 4);
    expect(tally.waitMs('grower')).toBe(0);
    fail('grower');
    expect(tally.waitMs('grower')).toBe(5_000);
  });

  it('keeps a bounded number of entries and drops what failed least, the oldest of those first', () => {
    const { tally, fail } = aTally(3);
    fail('under attack', 5);
    fail('one', 4);
    fail('two', 4);
    fail('three', 4);
    // The tally dropped 'one' to make room for 'three', so 'one' starts again.
    fail('one', 1);
    expect(tally.waitMs('one')).toBe(0);
    for (let n = 0; n < 1_000; n += 1) fail(`made up ${n}`);
    expect(tally.waitMs('under attack')).toBe(5_000);
  });
});
