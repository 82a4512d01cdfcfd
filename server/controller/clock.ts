/** How long the time of the server's last heartbeat is trusted, ms. */
const TRUSTED_MS = 300_000;

/** Wall clock and monotonic clock. */
export type Clock = {
  /** Epoch ms, as well as it is known. */
  at(): number;
  /** Monotonic ms, which do not go back over restarts either. */
  monotonicMs(): number;
  /** Where `at` comes from. */
  trust(): 'ntp' | 'beat' | 'none';
  /** Takes the server's time, epoch ms. */
  syncTo(at: number): void;
  /** Makes the wall clock wrong by this much, ms, for fault injection. */
  shift(ms: number): void;
};

/**
 * `isSet`: the system clock is kept by NTP; otherwise the server's heartbeat sets the time. `from`: start of the
 * monotonic clock.
 */
export function createClock(isSet: boolean, from: number): Clock {
  let shiftedMs = 0;
  let beat: { at: number; monotonicMs: number } | undefined;
  const monotonicMs = () => from + performance.now();
  const ageMs = () => (beat ? monotonicMs() - beat.monotonicMs : Number.POSITIVE_INFINITY);
  return {
    monotonicMs,
    at: () => Math.round(shiftedMs + (isSet || !beat ? Date.now() : beat.at + ageMs())),
    trust() {
      if (isSet) return 'ntp';
      return ageMs() < TRUSTED_MS ? 'beat' : 'none';
    },
    syncTo(at) {
      beat = { at, monotonicMs: monotonicMs() };
    },
    shift(ms) {
      shiftedMs = ms;
    },
  };
}
