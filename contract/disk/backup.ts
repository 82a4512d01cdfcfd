import * as z from 'zod/mini';
import { instant } from '../wire/instant.ts';

/** Why a nightly copy was not made. */
export const backupFailures = ['usage', 'noRoom', 'busy', 'damaged', 'newer', 'unreachable', 'failed'] as const;
export type BackupFailureReason = (typeof backupFailures)[number];

/** The copies that the server makes every night; null where it makes none. */
export const backupState = z.nullable(
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
