/** How long to wait before each next attempt. */
export type Backoff = {
  /** The pause before the next attempt, ms; counts the attempt. */
  next(): number;
  /** An attempt succeeded: the pauses begin anew. */
  reset(): void;
};

/** The pause (ms) after so many failed attempts: one after the other, and the last one from then on. */
export function pauseAfter(pausesMs: readonly [number, ...number[]], attempts: number): number {
  return pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? pausesMs[0];
}

/** Gives one pause (ms) after the other, and the last one from then on. */
export function backoff(pausesMs: readonly [number, ...number[]]): Backoff {
  let attempts = 0;
  return {
    next() {
      attempts += 1;
      return pauseAfter(pausesMs, attempts);
    },
    reset() {
      attempts = 0;
    },
  };
}
