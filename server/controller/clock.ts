/** How long the time of the last beat is trusted, ms. */
const TRUSTED_MS = 300_000;

/** Time of day and time that only goes forward. */
export type Clock = {
  /** Epoch ms, as well as it is known. */
  at(): number;
  /** Ms of a count that never goes back, not over restarts either. */
  count(): number;
  /** Who vouches for `at`. */
  trust(): 'ntp' | 'beat' | 'none';
  /** What the server says the time is, epoch ms. */
  heard(at: number): void;
  /** Puts it wrong by so much, ms: a fault on demand. */
  shift(ms: number): void;
};

/** `isSet`: the system keeps its clock by NTP; otherwise the server's beat is the clock. `from`: where the count went on. */
export function createClock(isSet: boolean, from: number): Clock {
  let shiftedMs = 0;
  let beat: { at: number; count: number } | undefined;
  const count = () => from + performance.now();
  const ageMs = () => (beat ? count() - beat.count : Number.POSITIVE_INFINITY);
  return {
    count,
    at: () => Math.round(shiftedMs + (isSet || !beat ? Date.now() : beat.at + ageMs())),
    trust() {
      if (isSet) return 'ntp';
      return ageMs() < TRUSTED_MS ? 'beat' : 'none';
    },
    heard(at) {
      beat = { at, count: count() };
    },
    shift(ms) {
      shiftedMs = ms;
    },
  };
}
