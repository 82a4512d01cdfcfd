import { SECOND_MS } from '#contract/time/time.ts';

/** Clocks drift apart by less between two looks, ms. */
const DRIFT_MS = SECOND_MS;

/**
 * The wall clock, which tells first by how much it was set, ms, since it was read last. `before`: how far it was ahead of
 * the monotonic clock then, where that is known from before this process.
 */
export function createStepDetectingClock(
  { now, monotonic }: { now(): number; monotonic(): number },
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
