/** Source of timeouts, so that tests can advance time by hand. */
export type Timers = {
  /** Runs `run` once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
};

export const realTimers: Timers = {
  after(ms, run) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

/** A cancellable delay: `done` never settles after `cancel`. */
export function pause(timers: Timers, ms: number): { done: Promise<void>; cancel: () => void } {
  let cancel = () => {};
  const done = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve);
  });
  return { done, cancel };
}

/** The result of `work` if it settles within the limit, otherwise null. */
export async function within<T>(timers: Timers, limitMs: number, work: Promise<T>): Promise<T | null> {
  let cancel = () => {};
  const limit = new Promise<null>((resolve) => {
    cancel = timers.after(limitMs, () => resolve(null));
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    cancel();
  }
}
