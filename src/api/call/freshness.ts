import { CHANGES_LIFE_MS } from '#contract/series/tile.ts';

/** Whether a cached copy may be older than the last write of this page. */
export type Freshness = {
  /** The server has done a write. */
  wrote(): void;
  /** Whether reads must bypass the cache; true for a while after a write. */
  isWanted(): boolean;
};

export function createFreshness(steadyNow: () => number): Freshness {
  let until = Number.NEGATIVE_INFINITY;
  return {
    wrote() {
      until = steadyNow() + CHANGES_LIFE_MS;
    },
    isWanted: () => steadyNow() < until,
  };
}
