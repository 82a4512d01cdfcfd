/** Calls `run` at most once per `gapMs`; calls in between are dropped. */
export function throttled(now: () => number, gapMs: number, run: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last < gapMs) return;
    last = now();
    run();
  };
}
