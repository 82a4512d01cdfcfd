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
