/** How long to wait before each next attempt. */
export type Backoff = {
  /** The pause before the next attempt, ms; counts the attempt. */
  next(): number;
  /** An attempt succeeded: the pauses begin anew. */
  reset(): void;
};

/** Gives one pause (ms) after the other, and the last one from then on. */
export function backoff(pausesMs: readonly [number, ...number[]]): Backoff {
  let attempts = 0;
  return {
    next() {
      const pauseMs = pausesMs[Math.min(attempts, pausesMs.length - 1)] ?? pausesMs[0];
      attempts += 1;
      return pauseMs;
    },
    reset() {
      attempts = 0;
    },
  };
}
