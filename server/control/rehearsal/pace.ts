/** Length of a slice of work, ms; other requests are handled between slices. */
const SLICE_MS = 15;

/** Runs long work in slices. */
export type Pace = {
  /** Resolves when work may continue; false when its time is up or it was aborted. */
  goOn(): Promise<boolean>;
};

/** A pace for work of at most `mostMs` that ends early when `signal` is aborted. */
export function createPace(mostMs: number, signal: AbortSignal): Pace {
  const endsAt = performance.now() + mostMs;
  let sliceEndsAt = performance.now() + SLICE_MS;
  return {
    async goOn() {
      if (performance.now() < sliceEndsAt) return true;
      await new Promise<void>((resolve) => void setImmediate(resolve));
      sliceEndsAt = performance.now() + SLICE_MS;
      return !signal.aborted && performance.now() < endsAt;
    },
  };
}
