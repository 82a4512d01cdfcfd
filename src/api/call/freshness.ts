import { CHANGES_LIFE_MS } from '#contract/series/tile.ts';

/** Whether what is on the device may be older than what the user has just been told. */
export type Freshness = {
  /** The server has done a write. */
  wrote(): void;
  /** For a while after, reads want the server's word. */
  isWanted(): boolean;
};

export function createFreshness(deviceNow: () => number): Freshness {
  let until = Number.NEGATIVE_INFINITY;
  return {
    wrote() {
      until = deviceNow() + CHANGES_LIFE_MS;
    },
    isWanted: () => deviceNow() < until,
  };
}
