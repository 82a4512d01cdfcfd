import { DAY_MS } from '#contract/time/time.ts';

/** The first `free` attempts need no wait. Then the wait doubles with each, from `firstDelayMs` to `maxDelayMs`. */
export type AttemptRule = { free: number; firstDelayMs: number; maxDelayMs: number };

/** Failed attempts at something, and when the last one was, epoch ms. */
export type Failed = { failures: number; lastAt: number };

/** Failed attempts by key. */
export type Attempts = {
  get(key: string): Failed | undefined;
  set(key: string, failed: Failed): void;
  delete(key: string): void;
};

/** Counts attempts per key. An attempt counts as failed from its start until it succeeds. */
export type AttemptTally = {
  /** How long the next attempt must wait, ms; 0: not at all. */
  waitMs(key: string): number;
  add(key: string): void;
  /** Subtracts one attempt that was not made. */
  takeBack(key: string): void;
  forget(key: string): void;
};

/** Not shorter than the longest wait of any rule; otherwise waiting would reset the count. */
export const FORGET_AFTER_MS = DAY_MS;
/** Limits memory to a few megabytes, however many names and addresses an attacker invents. */
export const MAX_ATTEMPTS = 80_000;
/** How many of the oldest entries are compared to choose the one to drop. */
const MAX_COMPARED = 100;

/** Counts attempts by a rule. */
export function createAttemptTally(rule: AttemptRule, now: () => number, attempts: Attempts): AttemptTally {
  const find = (key: string) => {
    const entry = attempts.get(key);
    return entry && now() - entry.lastAt < FORGET_AFTER_MS ? entry : undefined;
  };
  return {
    waitMs(key) {
      const entry = find(key);
      if (!entry || entry.failures < rule.free) return 0;
      // Bounds the exponent against overflow; the maximum delay is reached long before.
      const delayMs = rule.firstDelayMs * 2 ** Math.min(entry.failures - rule.free, 20);
      return Math.max(0, entry.lastAt + Math.min(delayMs, rule.maxDelayMs) - now());
    },
    add(key) {
      attempts.set(key, { failures: (find(key)?.failures ?? 0) + 1, lastAt: now() });
    },
    takeBack(key) {
      const entry = attempts.get(key);
      if (entry) attempts.set(key, { ...entry, failures: Math.max(0, entry.failures - 1) });
    },
    forget: (key) => attempts.delete(key),
  };
}

/** Attempts in memory, of bounded size. A restart clears them. */
export function attemptsInMemory(maxEntries = MAX_ATTEMPTS): Attempts {
  const entries = new Map<string, Failed>();

  /** Drops the entry with the fewest failures, so that invented names cannot push out an account under attack. */
  const dropOne = () => {
    let dropped: { key: string; failures: number } | undefined;
    let looked = 0;
    for (const [key, { failures }] of entries) {
      if (!dropped || failures < dropped.failures) dropped = { key, failures };
      looked += 1;
      if (looked === MAX_COMPARED) break;
    }
    if (dropped) entries.delete(dropped.key);
  };

  return {
    get: (key) => entries.get(key),
    set(key, failed) {
      // Inserts the entry again at the end, so that the first entries are the oldest.
      if (!entries.delete(key) && entries.size >= maxEntries) dropOne();
      entries.set(key, failed);
    },
    delete: (key) => void entries.delete(key),
  };
}
