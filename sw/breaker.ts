/** Timeouts that are further apart than this are unrelated, ms. */
const WINDOW_MS = 30_000;
const TIMEOUTS_TO_OPEN = 2;

/**
 * Circuit breaker. On a connection that is up but carries nothing, every live request would take its whole waiting
 * time. After two timeouts in a row cached answers are used at once until an answer arrives in time again.
 */
export type Breaker = {
  isOpen(): boolean;
  timedOut(): void;
  /** The server answered after `tookMs`. A late answer does not close the breaker: the next one would be late, too. */
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
