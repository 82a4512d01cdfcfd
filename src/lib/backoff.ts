/** How long to wait before each next attempt. */
export type Backoff = {
  /** The pause before the next attempt, ms; counts the attempt. */
  next(): number;
  /** An attempt succeeded: starts again with the first pause. */
  reset(): void;
};

/** The pause (ms) after this many failed attempts; the last one repeats. */
export function pauseAfter(pausesMs: readonly [number, ...number[]], attempts: number): number {
  return pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? pausesMs[0];
}

/** Returns the pauses (ms) in order; the last one repeats. */
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
