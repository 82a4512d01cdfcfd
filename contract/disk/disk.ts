import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { backupState } from './backup.ts';

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
