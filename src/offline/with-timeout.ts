import { realTimers, type Timers } from './timers.ts';

/** How long the device's storage may take before it counts as hung, ms. */
export const READ_LIMIT_MS = 3_000;
export const WRITE_LIMIT_MS = 5_000;

/** The storage did not answer in time. iOS was seen to block a database for half an hour (WebKit bug 315804). */
export class StorageHangError extends Error {
  override readonly name = 'StorageHangError';
}

/** Errors after which a fresh connection often works: the browser lost its storage process or closed the database. */
const reopenable = ['StorageHangError', 'UnknownError', 'InvalidStateError', 'DatabaseClosedError'];

/** What can be closed and opened again: a Dexie database. */
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
 * Runs every operation on a database against a limit; when the storage hangs or has lost the connection, closes,
 * opens again and tries once more. Operations that fail together share one reopening, so that they do not close
 * the new connection under each other.
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
        // Whoever waits for it below hears of a failure; without a waiter it must not count as unhandled.
        reopened.then(undefined, () => {});
      }
      return withTimeout(() => reopened.then(op), limitMs, timers);
    }
  };
}
