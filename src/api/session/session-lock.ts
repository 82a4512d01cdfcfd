import type { Timers } from '#src/offline/timers.ts';

/** A tab that sleeps while it holds the lock must not keep the others from signing out for ever, ms. */
const WAIT_LIMIT_MS = 10_000;

export type Locks = Pick<LockManager, 'request'>;

/**
 * Runs one change of user at a time, across all tabs. Where the browser has no locks (plain HTTP) or the lock is not
 * to be had, it runs all the same: each of its steps may meet another's.
 */
export async function withSessionLock<T>(locks: Locks | undefined, timers: Timers, run: () => Promise<T>): Promise<T> {
  if (!locks) return run();
  const abort = new AbortController();
  const cancel = timers.after(WAIT_LIMIT_MS, () => abort.abort());
  let hasStarted = false;
  try {
    return await locks.request('onsil-session', { signal: abort.signal }, () => {
      hasStarted = true;
      cancel();
      return run();
    });
  } catch (error) {
    if (hasStarted) throw error;
    return run();
  } finally {
    cancel();
  }
}
