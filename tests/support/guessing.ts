import { DAY_MS } from '#contract/time/time.ts';
import { type Attempt, createSignInLimit, type SignInLimit } from '#server/auth/sign-in/sign-in-limit.ts';

/** Somebody who tries whenever they may: who, and since when, ms into the day. */
type Guesser = { attempt: Attempt; startsAt: number };

/** A stranger's address in a block of its own. */
const strangersAddress = (n: number): string => `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`;

export const stranger = (n: number, account = 'grower'): Attempt => ({
  account,
  network: strangersAddress(n),
  browser: undefined,
  passwordHash: 'hash',
});

/**
 * Plays a day on the real limit: every guesser tries the moment they are let, and never finds the password. `besides`
 * happens at its own times, ms into the day. Answers how many guesses were let through.
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

/** Everybody at once; or twenty first, who use up what strangers have together, and the others when that is gone. */
export function guessesADay(addresses: number): number {
  const startingAt = (startsAt: (n: number) => number) =>
    Array.from({ length: addresses }, (_, n) => ({ attempt: stranger(n), startsAt: startsAt(n) }));
  const patient = startingAt((n) => (n < 20 ? 0 : DAY_MS / 2));
  return Math.max(playDay(startingAt(() => 0)), playDay(patient));
}
