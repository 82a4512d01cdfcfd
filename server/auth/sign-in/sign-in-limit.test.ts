import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { guessesADay, playDay, stranger } from '../../../tests/support/server/guessing.ts';
import { type Attempt, createSignInLimit, type SignInLimit } from './sign-in-limit.ts';

function aLimit() {
  const clock = { now: 1_000_000 };
  return { clock, limit: createSignInLimit(() => clock.now) };
}

/** The wait that each of these attempts in a row got, in seconds. */
const waits = (limit: SignInLimit, attempts: readonly Attempt[]) =>
  attempts.map((attempt) => limit.admit(attempt) / 1_000);

const times = (count: number, attempt: (n: number) => Attempt) => Array.from({ length: count }, (_, n) => attempt(n));

describe('a stranger', () => {
  it('has five attempts at an account from an address, and twenty from an address at all', () => {
    const { limit } = aLimit();
    expect(
      waits(
        limit,
        times(6, () => stranger(1)),
      ),
    ).toEqual([0, 0, 0, 0, 0, 5]);
    expect(
      waits(
        limit,
        times(17, (n) => stranger(1, `other ${n}`)),
      ),
    ).toEqual([...Array(15).fill(0), 5, 5]);
    expect(waits(limit, [stranger(2)])).toEqual([0]);
  });

  it('pays for guessing at others, however often an own account is signed in to', () => {
    const { limit } = aLimit();
    for (let n = 0; n < 19; n += 1) limit.admit(stranger(1, `other ${n}`));
    for (let n = 0; n < 50; n += 1) {
      expect(limit.admit(stranger(1, 'own'))).toBe(0);
      limit.succeeded(stranger(1, 'own'));
    }
    expect(waits(limit, [stranger(1, 'a'), stranger(1, 'b')])).toEqual([0, 5]);
  });

  it('who comes after a hundred others has two attempts a day, and one block of addresses counts as one', () => {
    const { limit, clock } = aLimit();
    for (let n = 0; n < 100; n += 1) limit.admit(stranger(n));
    expect(
      waits(
        limit,
        times(3, () => stranger(200)),
      ),
    ).toEqual([0, 0, 900]);
    const neighbour = { ...stranger(200), network: stranger(200).network.replace(/\d+$/, '8') };
    expect(waits(limit, [neighbour])).toEqual([900]);
    clock.now += 15 * MINUTE_MS;
    expect(waits(limit, [neighbour, neighbour])).toEqual([0, 900]);
  });

  it('is not counted for what was not tried', () => {
    const { limit } = aLimit();
    for (let n = 0; n < 100; n += 1) {
      expect(limit.admit(stranger(1))).toBe(0);
      limit.takeBack(stranger(1));
    }
  });
});

describe('in a day', () => {
  // The bound stated in sign-in-limit.ts, and the result for an attacker who tries at every possible moment.
  it.each([
    { addresses: 1, atMost: 107, guesses: 107 },
    { addresses: 3, atMost: 201, guesses: 173 },
    { addresses: 100, atMost: 395, guesses: 355 },
    { addresses: 1_000, atMost: 2_195, guesses: 2_155 },
  ])(
    '$addresses addresses get $guesses guesses at an account, and could get $atMost',
    ({ addresses, atMost, guesses }) => {
      expect(guessesADay(addresses)).toBe(guesses);
      expect(guesses).toBeLessThanOrEqual(atMost);
    },
  );

  it('an address gets 122 guesses at all accounts together', () => {
    expect(playDay(times(300, (n) => stranger(1, `user ${n}`)).map((attempt) => ({ attempt, startsAt: 0 })))).toBe(122);
  });

  it('a browser that is known gets 107 guesses, wherever it goes', () => {
    const stolen = times(50, (n) => ({ ...stranger(n), browser: 'stolen' }));
    expect(playDay(stolen.map((attempt) => ({ attempt, startsAt: 0 })))).toBe(107);
  });
});

describe('while a thousand strangers try all day', () => {
  const strangers = times(1_000, (n) => stranger(n)).map((attempt) => ({ attempt, startsAt: 0 }));
  const home: Attempt = { ...stranger(0), network: '203.0.113.5' };

  /** The waits of an owner who signs in every ten minutes, beside an attacker; all of them. */
  function ownersWaits(attemptAt: (at: number) => Attempt, everyMs = 10 * MINUTE_MS, typos = 0): number[] {
    const told: number[] = [];
    const besides = {
      everyMs,
      act(limit: SignInLimit, at: number) {
        if (at === 0) limit.succeeded(home);
        for (let n = 0; n < typos; n += 1) limit.admit(attemptAt(at));
        const waitMs = limit.admit(attemptAt(at));
        told.push(waitMs);
        if (waitMs === 0) limit.succeeded(attemptAt(at));
      },
    };
    playDay(strangers, besides);
    return told;
  }

  it('the owner gets in 144 of 144 times with a browser that is known, wherever it is, also beside a stranger', () => {
    const browser = 'known';
    expect(ownersWaits((at) => ({ ...stranger((at / MINUTE_MS) % 1_000), browser }))).toEqual(Array(144).fill(0));
  });

  it('the owner gets in 144 of 144 times at home with any browser', () => {
    expect(ownersWaits(() => home)).toEqual(Array(144).fill(0));
  });

  it('the owner gets in 24 of 24 times with a new phone somewhere else, after mistyping once', () => {
    expect(ownersWaits((at) => stranger(5_000 + at / HOUR_MS), HOUR_MS, 1)).toEqual(Array(24).fill(0));
  });
});

describe('what is known', () => {
  it('is an address for 30 days, the eight latest, until the password is another', () => {
    const { limit, clock } = aLimit();
    for (let n = 0; n < 9; n += 1) limit.succeeded(stranger(n));
    expect([0, 1, 8].map((n) => limit.isKnown(stranger(n)))).toEqual([false, true, true]);
    expect(limit.isKnown({ ...stranger(8), passwordHash: 'another' })).toBe(false);
    expect(limit.isKnown(stranger(8, 'family'))).toBe(false);
    clock.now += 30 * DAY_MS - 1;
    expect(limit.isKnown(stranger(8))).toBe(true);
    clock.now += 1;
    expect(limit.isKnown(stranger(8))).toBe(false);
  });
});
