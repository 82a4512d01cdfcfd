import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Queries } from './open.ts';
import { dropSetting, writeSetting } from './setting.ts';

/** Error codes of SQLite, PostgreSQL (class 53, disk_full) and the file system. */
const FULL_CODES: readonly unknown[] = ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT'];

/** Bytes that must be writable before the storage counts as having room again. */
const PROBE_BYTES = 1_000_000;
const PROBE_EVERY_MS = 5 * SECOND_MS;
const PROBE = 'room-probe';

/** Whether an error or one of its causes says that the disk is full. */
export function isStorageFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && FULL_CODES.includes(one.code)) return true;
  }
  return false;
}

export type StorageRoom = {
  /** Reports a failed write. */
  note(error: unknown): void;
  /** Whether the disk is full: from a write that failed for that reason until PROBE_BYTES can be written. */
  isFull(): Promise<boolean>;
};

/** Watches for a full disk. It writes a probe only after a failure, at most every PROBE_EVERY_MS. */
export function watchStorageRoom(
  store: Queries,
  { now, log }: { now(): number; log: Pick<Logger, 'error' | 'info'> },
): StorageRoom {
  let failedAt: number | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    note(error) {
      if (!isStorageFull(error)) return;
      failedAt = now();
      // The log may be on the same full disk.
      if (failedAt - loggedAt < MINUTE_MS) return;
      loggedAt = failedAt;
      log.error({ err: error }, 'storage full: nothing is stored until there is room');
    },
    async isFull() {
      if (failedAt === undefined) return false;
      if (now() - failedAt < PROBE_EVERY_MS) return true;
      try {
        // PostgreSQL would compress what repeats.
        await writeSetting(store, PROBE, randomBytes(PROBE_BYTES / 2).toString('hex'));
        await dropSetting(store, PROBE);
      } catch (error) {
        if (!isStorageFull(error)) throw error;
        failedAt = now();
        return true;
      }
      failedAt = undefined;
      log.info({}, 'storage has room again');
      return false;
    },
  };
}
