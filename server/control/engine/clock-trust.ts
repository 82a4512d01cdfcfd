import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';

/** Tolerated difference between clocks, ms. */
const APART_MS = 30 * SECOND_MS;
/** A controller reports its time with every state, at least once a minute; older reports are ignored, ms. */
const WORD_MS = 3 * MINUTE_MS;
/** One controller alone may be wrong. */
const LEAST = 2;

/** Whether the clock of this machine can be trusted, compared with controllers whose time comes from elsewhere. */
export function createClockTrust({ now, monotonic }: { now(): number; monotonic(): number }) {
  /** By the monotonic clock, so that a wall clock that is set is held against what controllers have said before. */
  const words = new Map<string, { offsetMs: number; at: number }>();
  let judged = { at: Number.NEGATIVE_INFINITY, isTrusted: true };
  const judge = () => {
    for (const [name, { at }] of words) if (monotonic() - at > WORD_MS) words.delete(name);
    const own = now() - monotonic();
    const apart = [...words.values()].filter(({ offsetMs }) => Math.abs(offsetMs - own) > APART_MS).length;
    // The owner of two controllers must not be able to block starts on all other farms.
    return apart < LEAST || apart * 2 <= words.size;
  };
  return {
    /** `at` is the controller's time in a message that has just arrived, epoch ms. */
    note(controller: string, at: number): void {
      const offsetMs = at - monotonic();
      const last = words.get(controller);
      // A delayed message makes the controller's clock look behind, so the least delayed one of the last minutes
      // counts.
      if (last && monotonic() - last.at <= WORD_MS && last.offsetMs > offsetMs) return;
      words.set(controller, { offsetMs, at: monotonic() });
    },
    /** Called once a second. */
    isTrusted(): boolean {
      if (monotonic() - judged.at >= SECOND_MS) judged = { at: monotonic(), isTrusted: judge() };
      return judged.isTrusted;
    },
  };
}
