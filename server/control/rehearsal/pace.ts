/** So long is worked in one go, ms: others are served in between. */
const SLICE_MS = 15;

/** Long work in slices. */
export type Pace = {
  /** Resolves when it is this work's turn again; false once there is no more time for it, or nobody waits for it. */
  goOn(): Promise<boolean>;
};

/** Work that may take `mostMs`, and ends early when `signal` is raised. */
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
