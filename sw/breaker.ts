/** Timeouts further apart than this do not belong together, ms. */
const WINDOW_MS = 30_000;
const TIMEOUTS_TO_OPEN = 2;

/**
 * On a line that is up but carries nothing, every live request would cost its whole waiting time. After two
 * timeouts in a row the breaker opens, and kept copies are shown at once until an answer comes in time again.
 */
export type Breaker = {
  isOpen(): boolean;
  timedOut(): void;
  /** The server answered after `tookMs`. A late answer proves nothing: the next one would be as late. */
  answered(tookMs: number): void;
};

export function createBreaker(now: () => number, inTimeMs: number): Breaker {
  let timeouts: number[] = [];
  let open = false;
  return {
    isOpen: () => open,
    timedOut() {
      timeouts = [...timeouts.filter((at) => now() - at <= WINDOW_MS), now()];
      if (timeouts.length >= TIMEOUTS_TO_OPEN) open = true;
    },
    answered(tookMs) {
      if (tookMs > inTimeMs) return;
      timeouts = [];
      open = false;
    },
  };
}
