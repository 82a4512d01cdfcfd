import type { Timers } from '#src/offline/timers.ts';

/** A suspended tab that holds the lock must not block sign-out in the others for ever, ms. */
const WAIT_LIMIT_MS = 10_000;

export type Locks = Pick<LockManager, 'request'>;

/**
 * Runs one change of user at a time, across all tabs. Without the lock (plain HTTP, or a timeout) it runs
 * nevertheless: its steps tolerate running concurrently.
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
