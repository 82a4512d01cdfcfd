import { realTimers, type Timers } from './timers.ts';

/** How long the device's storage may take before it counts as hanging, ms. */
export const READ_LIMIT_MS = 3_000;
export const WRITE_LIMIT_MS = 5_000;

/**
 * The storage did not answer in time. On iOS a database was seen to be blocked for half an hour (WebKit bug 315804).
 */
export class StorageHangError extends Error {
  override readonly name = 'StorageHangError';
}

/** Errors after which a new connection often works: the browser lost its storage process or closed the database. */
const reopenable = ['StorageHangError', 'UnknownError', 'InvalidStateError', 'DatabaseClosedError'];

/** A Dexie database, as far as it is used here. */
type Reopenable = { close(): void; open(): PromiseLike<unknown> };

/** Settles as `op` does, or rejects with StorageHangError after `limitMs`. */
export function withTimeout<T>(op: () => PromiseLike<T>, limitMs: number, timers: Timers = realTimers): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = timers.after(limitMs, () => reject(new StorageHangError(`no answer within ${limitMs} ms`)));
    const end = (settle: () => void) => {
      cancel();
      settle();
    };
    Promise.resolve()
      .then(op)
      .then(
        (value) => end(() => resolve(value)),
        (error: unknown) => end(() => reject(error)),
      );
  });
}

type Guard = <T>(op: () => PromiseLike<T>, limitMs: number) => Promise<T>;

/**
 * Runs every database operation with a time limit; if the storage hangs or the connection is lost, it reopens the
 * database and retries once. Operations that fail together share one reopening, so that none closes the new connection
 * of another.
 */
export function createGuard(db: Reopenable, timers: Timers = realTimers): Guard {
  let generation = 0;
  let reopened: PromiseLike<unknown> = Promise.resolve();
  return async (op, limitMs) => {
    const started = generation;
    try {
      return await withTimeout(op, limitMs, timers);
    } catch (error) {
      if (!(error instanceof Error) || !reopenable.includes(error.name)) throw error;
      if (started === generation) {
        generation++;
        db.close();
        reopened = Promise.resolve(db.open());
        // Callers handle the rejection below; this avoids an unhandled rejection when there is none.
        reopened.then(undefined, () => {});
      }
      return withTimeout(() => reopened.then(op), limitMs, timers);
    }
  };
}
