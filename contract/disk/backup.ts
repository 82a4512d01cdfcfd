import * as z from 'zod/mini';
import { instant } from '../wire/instant.ts';

/** Why a nightly backup was not made. */
export const backupFailures = ['usage', 'noRoom', 'busy', 'damaged', 'newer', 'unreachable', 'failed'] as const;
export type BackupFailureReason = (typeof backupFailures)[number];

/** The nightly backups of the server; null when it makes none. */
export const backupState = z.nullable(
  z.object({
    /** When the newest was made; null without one. */
    lastAt: z.nullable(instant),
    /** Size of its database and photos, bytes. */
    bytes: z.nullable(z.number()),
    /** Number of backups kept. */
    copies: z.number(),
    /** Whether last night's backup is missing. */
    isOverdue: z.boolean(),
    /** Whether they are on the same disk as the data and so would be lost with it. */
    isSameDisk: z.boolean(),
    /** The last attempt, when it failed. */
    failure: z.nullable(z.object({ at: instant, reason: z.enum(backupFailures) })),
  }),
);
export type BackupState = z.infer<typeof backupState>;
