/**
 * Holds back guessing, per account and per network address. Every attempt counts as a failure from its start
 * until it has succeeded, so that attempts made side by side do not slip through. What was typed is the key,
 * so an account that does not exist is held back like one that does.
 */
export type SignInLimit = {
  /** How long this attempt has to wait, in ms; 0: go on, and it has been counted. */
  admit(account: string, address: string): number;
  succeeded(account: string, address: string): void;
};

type Rule = { free: number; maxDelayMs: number };
type Tally = { failures: number; lastAt: number };

/** The account's ceiling is low: nobody should be able to lock a grower out for long by failing on purpose. */
export const accountRule: Rule = { free: 5, maxDelayMs: 5 * 60_000 };
/** A farm's whole household may share an address. */
export const addressRule: Rule = { free: 20, maxDelayMs: 15 * 60_000 };
export const FIRST_DELAY_MS = 5_000;
const FORGET_AFTER_MS = 60 * 60_000;
const MAX_ENTRIES = 10_000;

export function createSignInLimit(now: () => number, maxEntries = MAX_ENTRIES): SignInLimit {
  const accounts = createTallies(accountRule, now, maxEntries);
  const addresses = createTallies(addressRule, now, maxEntries);
  return {
    admit(account, address) {
      const waitMs = Math.max(accounts.waitMs(account), addresses.waitMs(address));
      if (waitMs > 0) return waitMs;
      accounts.add(account);
      addresses.add(address);
      return 0;
    },
    succeeded(account, address) {
      accounts.forget(account);
      // Only this attempt: signing in to an account of one's own must not pay for guessing at others.
      addresses.takeBack(address);
    },
  };
}

function createTallies({ free, maxDelayMs }: Rule, now: () => number, maxEntries: number) {
  const tallies = new Map<string, Tally>();

  const find = (key: string): Tally | undefined => {
    const tally = tallies.get(key);
    return tally && now() - tally.lastAt < FORGET_AFTER_MS ? tally : undefined;
  };
  return {
    waitMs(key: string): number {
      const tally = find(key);
      if (!tally || tally.failures < free) return 0;
      // The exponent is bounded before it overflows; the ceiling is reached long before.
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(tally.failures - free, 20), maxDelayMs);
      return Math.max(0, tally.lastAt + delayMs - now());
    },
    add(key: string): void {
      const failures = (find(key)?.failures ?? 0) + 1;
      // Set anew at the end: the first entry is the one untouched for longest.
      tallies.delete(key);
      tallies.set(key, { failures, lastAt: now() });
      if (tallies.size <= maxEntries) return;
      const [oldest] = tallies.keys();
      if (oldest !== undefined) tallies.delete(oldest);
    },
    forget(key: string): void {
      tallies.delete(key);
    },
    takeBack(key: string): void {
      const tally = tallies.get(key);
      if (tally) tally.failures = Math.max(0, tally.failures - 1);
    },
  };
}
