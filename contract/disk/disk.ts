import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { backupState } from './backup.ts';

/** Usage of the server's disk, and the state of the backups. */
const diskState = z.object({
  /** Size of the data folder at the last measurement, bytes; null before the first. */
  usedBytes: z.nullable(z.number()),
  /** Time of that measurement, made once an hour; null before the first. */
  measuredAt: z.nullable(instant),
  /** Free space on its disk now, bytes. */
  freeBytes: z.number(),
  /** Mean growth of the folder a day over the last month, bytes; null with less than a week of measurements. */
  bytesPerDay: z.nullable(z.number()),
  /** Seoul day on which the disk will be full at this growth, '2029-03-01'; null when that is over ten years away. */
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
  about:
    'Returns the size of the data folder, the free space of its disk, the day on which the disk will be full, and the state of the backups.',
});
