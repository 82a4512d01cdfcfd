/** Where waiting comes from, so that tests can let time pass by hand. */
export type Timers = {
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
};

export const realTimers: Timers = {
  after(ms, run) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

/** A wait that can be given up: `done` never settles after `cancel`. */
export function pause(timers: Timers, ms: number): { done: Promise<void>; cancel: () => void } {
  let cancel = () => {};
  const done = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve);
  });
  return { done, cancel };
}

/** What comes within the limit; null for what does not. */
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
