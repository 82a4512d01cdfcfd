import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';

/** Clocks may differ by this much, ms. */
const APART_MS = 30 * SECOND_MS;
/** A controller says what time it is with every state, each minute at least; after this its word is old, ms. */
const WORD_MS = 3 * MINUTE_MS;
/** One controller may be wrong by itself. */
const LEAST = 2;

/** Whether this machine's clock may be believed, held against controllers that have the time from elsewhere. */
export function createClockTrust({ now, monotonic }: { now(): number; monotonic(): number }) {
  const words = new Map<string, { aheadMs: number; at: number }>();
  let judged = { at: Number.NEGATIVE_INFINITY, isTrusted: true };
  const judge = () => {
    for (const [name, { at }] of words) if (monotonic() - at > WORD_MS) words.delete(name);
    const apart = [...words.values()].filter(({ aheadMs }) => Math.abs(aheadMs) > APART_MS).length;
    // Whoever owns two controllers must not be able to stop the starts of all other farms.
    return apart < LEAST || apart * 2 <= words.size;
  };
  return {
    /** What time it was at a controller, epoch ms, as it said something that has just arrived. */
    note(controller: string, at: number): void {
      const aheadMs = at - now();
      const last = words.get(controller);
      // What waited on its way looks older than it is: of the last minutes the youngest word counts.
      if (last && monotonic() - last.at <= WORD_MS && last.aheadMs > aheadMs) return;
      words.set(controller, { aheadMs, at: monotonic() });
    },
    /** Judged once a second. */
    isTrusted(): boolean {
      if (monotonic() - judged.at >= SECOND_MS) judged = { at: monotonic(), isTrusted: judge() };
      return judged.isTrusted;
    },
  };
}
