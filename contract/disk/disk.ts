import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';

/** Why a nightly copy was not made. */
export const backupFailures = ['usage', 'noRoom', 'busy', 'damaged', 'newer', 'unreachable', 'failed'] as const;
export type BackupFailureReason = (typeof backupFailures)[number];

/** The copies that the server makes every night; null where it makes none. */
const backupState = z.nullable(
  z.object({
    /** When the newest was made; null where there is none. */
    lastAt: z.nullable(instant),
    /** What its database and photos take, bytes. */
    bytes: z.nullable(z.number()),
    /** How many there are. */
    copies: z.number(),
    /** Last night's is missing. */
    isOverdue: z.boolean(),
    /** They lie on the disk of the data, and are lost with it. */
    isSameDisk: z.boolean(),
    /** The last attempt, if it failed. */
    failure: z.nullable(z.object({ at: instant, reason: z.enum(backupFailures) })),
  }),
);
export type BackupState = z.infer<typeof backupState>;

/** How the server's disk fills, and what is kept elsewhere. */
const diskState = z.object({
  /** What the data folder took when it was measured last, bytes; null before the first time. */
  usedBytes: z.nullable(z.number()),
  /** When that was: once an hour; null before the first time. */
  measuredAt: z.nullable(instant),
  /** What is left to it on its disk now, bytes. */
  freeBytes: z.number(),
  /** By how much the folder grew a day over the last month, bytes; null as long as less than a week is known. */
  bytesPerDay: z.nullable(z.number()),
  /** Seoul day on which the disk is full if it goes on like that, '2029-03-01'; null where it will not for ten years. */
  fullOn: z.nullable(z.string()),
  backup: backupState,
});
export type DiskState = z.infer<typeof diskState>;

export const adminDisk = endpoint({
  method: 'GET',
  path: '/api/admin/disk',
  who: 'administrator',
  farm: 'none',
  answer: diskState,
  offline: 'live',
  about: 'What the data folder takes, what is left on its disk, when that is full, and how its copies stand.',
});
