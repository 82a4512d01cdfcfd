import { SECOND_MS } from '#contract/time/time.ts';

/** Clocks drift apart by less between two looks, ms. */
const DRIFT_MS = SECOND_MS;

/** The wall clock, which tells first by how much it was set, ms, since it was read last. */
export function createLeapingClock(
  { now, monotonic }: { now(): number; monotonic(): number },
  onLeap: (ms: number) => void,
): () => number {
  let last = now() - monotonic();
  return () => {
    const at = now();
    const apart = at - monotonic();
    if (Math.abs(apart - last) > DRIFT_MS) onLeap(apart - last);
    last = apart;
    return at;
  };
}
