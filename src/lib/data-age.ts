import { MINUTE_MS } from '#contract/time/time.ts';

/** An answer as its age is told: when the server gave it, and whether it stands in for one that could not be had. */
export type Dated = {
  /** Epoch ms of the server's clock. */
  fetchedAt: number;
  /** The device's copy, shown because the server had no answer. */
  isFallback?: boolean;
};

/** Younger answers of the server need no word, ms. */
const OLD_AFTER_MS = 5 * MINUTE_MS;

/** Whether a page must say as of when it speaks: `now` is the server's time, epoch ms. */
export function isOld({ fetchedAt, isFallback = false }: Dated, now: number): boolean {
  return isFallback || now - fetchedAt >= OLD_AFTER_MS;
}

/** The instant of which a page may judge, epoch ms: now while what it shows is young, else when the server gave it. */
export function judgedAt(seen: Dated | undefined, now: number): number {
  return seen && isOld(seen, now) ? seen.fetchedAt : now;
}
