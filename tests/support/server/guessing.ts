import { DAY_MS } from '#contract/time/time.ts';
import { type Attempt, createSignInLimit, type SignInLimit } from '#server/auth/sign-in/sign-in-limit.ts';

/** An attacker who tries whenever the limit allows, from `startsAt` on, ms into the day. */
type Guesser = { attempt: Attempt; startsAt: number };

/** An address of a stranger, each in a block of its own. */
const strangersAddress = (n: number): string => `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`;

export const stranger = (n: number, account = 'grower'): Attempt => ({
  account,
  network: strangersAddress(n),
  browser: undefined,
  passwordHash: 'hash',
});

/**
 * Simulates a day against the real limit: every attacker tries as soon as it is allowed, always with a wrong password.
 * `besides` are other events, at ms into the day. Returns the number of guesses that were checked.
 */
export function playDay(
  guessers: readonly Guesser[],
  besides: { everyMs: number; act(limit: SignInLimit, at: number): void } = { everyMs: DAY_MS, act: () => {} },
): number {
  const clock = { now: 0 };
  const limit = createSignInLimit(() => clock.now);
  const agenda = new Map<number, Guesser[]>();
  const plan = (at: number, guesser: Guesser) => {
    if (at < DAY_MS) agenda.set(at, [...(agenda.get(at) ?? []), guesser]);
  };
  for (const guesser of guessers) plan(guesser.startsAt, guesser);
  let guesses = 0;
  let actAt = 0;
  const actUntil = (end: number) => {
    for (; actAt < end; actAt += besides.everyMs) {
      clock.now = actAt;
      besides.act(limit, actAt);
    }
  };
  while (agenda.size > 0) {
    const next = Math.min(...agenda.keys());
    actUntil(next);
    clock.now = next;
    const due = agenda.get(next) ?? [];
    agenda.delete(next);
    for (const guesser of due) {
      let waitMs = limit.admit(guesser.attempt);
      for (; waitMs === 0; waitMs = limit.admit(guesser.attempt)) guesses += 1;
      plan(next + waitMs, guesser);
    }
  }
  actUntil(DAY_MS);
  return guesses;
}

/**
 * The larger result of two attacks: everybody at once, or twenty first, who use up the common allowance of strangers,
 * and the others afterwards.
 */
export function guessesADay(addresses: number): number {
  const startingAt = (startsAt: (n: number) => number) =>
    Array.from({ length: addresses }, (_, n) => ({ attempt: stranger(n), startsAt: startsAt(n) }));
  const patient = startingAt((n) => (n < 20 ? 0 : DAY_MS / 2));
  return Math.max(playDay(startingAt(() => 0)), playDay(patient));
}
