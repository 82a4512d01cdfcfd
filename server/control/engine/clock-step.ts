import { SECOND_MS } from '#contract/time/time.ts';

/** Clocks drift apart by less between two looks, ms. */
const DRIFT_MS = SECOND_MS;

type Clocks = { now(): number; monotonic(): number };

/** The wall clock, which tells by how much it was set, and counts that until it has been said. */
export function createWatchedClock(clocks: Clocks, onStep: (ms: number) => void, before: number | null) {
  let setByMs = 0;
  const now = createStepDetectingClock(
    clocks,
    (ms) => {
      setByMs += ms;
      onStep(ms);
    },
    before,
  );
  return {
    now,
    /** By how much it was set since that was said, ms. */
    setByMs: () => setByMs,
    /** So much of it was said, ms. */
    said(ms: number): void {
      setByMs -= ms;
    },
  };
}

/**
 * The wall clock, which tells first by how much it was set, ms, since it was read last. `before`: how far it was ahead of
 * the monotonic clock then, where that is known from before this process.
 */
function createStepDetectingClock(
  { now, monotonic }: Clocks,
  onStep: (ms: number) => void,
  before: number | null = null,
): () => number {
  let last = before ?? now() - monotonic();
  return () => {
    const at = now();
    const apart = at - monotonic();
    if (Math.abs(apart - last) > DRIFT_MS) onStep(apart - last);
    last = apart;
    return at;
  };
}
