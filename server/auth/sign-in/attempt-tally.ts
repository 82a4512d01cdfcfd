import { DAY_MS } from '#contract/time/time.ts';

/** So many attempts are free; from then on each waits, the first for `firstDelayMs`, every next twice as long. */
export type AttemptRule = { free: number; firstDelayMs: number; maxDelayMs: number };

/** What has been tried under each key. An attempt counts as failed from its start until it has succeeded. */
type AttemptTally = {
  /** How long an attempt has to wait now, ms; 0: it may be made. */
  waitMs(key: string): number;
  add(key: string): void;
  /** One attempt turned out to be none. */
  takeBack(key: string): void;
  forget(key: string): void;
};

/** Longer than any rule has somebody wait, or waiting would be answered with a clean slate. */
const FORGET_AFTER_MS = DAY_MS;
/** A few megabytes, however many names and addresses somebody makes up. */
const MAX_ENTRIES = 20_000;
/** So many of the entries untouched for longest are looked at for the one to drop. */
const LOOKED_AT = 100;

/** Keeps a tally in memory, of bounded size; it is empty again after a restart. */
export function createAttemptTally(rule: AttemptRule, now: () => number, maxEntries = MAX_ENTRIES): AttemptTally {
  const entries = new Map<string, { failures: number; lastAt: number }>();

  const find = (key: string) => {
    const entry = entries.get(key);
    return entry && now() - entry.lastAt < FORGET_AFTER_MS ? entry : undefined;
  };

  /** The one that failed least goes first: made-up names, each tried once, cannot push out what is under attack. */
  const dropOne = () => {
    let dropped: { key: string; failures: number } | undefined;
    let looked = 0;
    for (const [key, { failures }] of entries) {
      if (!dropped || failures < dropped.failures) dropped = { key, failures };
      looked += 1;
      if (looked === LOOKED_AT) break;
    }
    if (dropped) entries.delete(dropped.key);
  };

  return {
    waitMs(key) {
      const entry = find(key);
      if (!entry || entry.failures < rule.free) return 0;
      // The exponent is bounded before it overflows; the ceiling is reached long before.
      const delayMs = rule.firstDelayMs * 2 ** Math.min(entry.failures - rule.free, 20);
      return Math.max(0, entry.lastAt + Math.min(delayMs, rule.maxDelayMs) - now());
    },
    add(key) {
      const failures = (find(key)?.failures ?? 0) + 1;
      // Set anew at the end: the first entry is the one untouched for longest.
      if (!entries.delete(key) && entries.size >= maxEntries) dropOne();
      entries.set(key, { failures, lastAt: now() });
    },
    takeBack(key) {
      const entry = entries.get(key);
      if (entry) entry.failures = Math.max(0, entry.failures - 1);
    },
    forget: (key) => void entries.delete(key),
  };
}
