import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type BackupState, backupFailures } from '#contract/disk/backup.ts';
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import type { BackupConfig } from '../config.ts';
import type { Queries } from '../db/open.ts';
import { dropSetting, readSetting, writeSetting } from '../db/setting.ts';
import { listCopies } from './copy-folder.ts';

/** A copy older than this was missed: a day, plus the hours in which it may be retried. */
const OVERDUE_MS = DAY_MS + 3 * HOUR_MS;

const FAILED = 'backup-failed';

const failure = z.object({ at: z.number(), reason: z.enum(backupFailures) });
type Failure = z.infer<typeof failure>;

/** The last attempt, if it failed. */
export async function findFailure(store: Queries): Promise<Failure | undefined> {
  const known = await readSetting(store, FAILED);
  return known === undefined ? undefined : failure.parse(JSON.parse(known));
}

export const noteFailure = (store: Queries, failed: Failure): Promise<void> =>
  writeSetting(store, FAILED, JSON.stringify(failed));

export const noteSuccess = (store: Queries): Promise<void> => dropSetting(store, FAILED);

/** The state of the backups at `now`; null when no nightly backups are configured. */
export async function findBackupState(
  store: Queries,
  { settings, dataDir, now }: { settings: BackupConfig | undefined; dataDir: string; now: number },
): Promise<BackupState> {
  if (!settings) return null;
  const copies = await listCopies(settings.dir).catch(() => []);
  const last = copies.at(-1);
  const failed = await findFailure(store);
  return {
    lastAt: last?.madeAt ?? null,
    bytes: last ? last.manifest.database.bytes + last.manifest.photos.bytes : null,
    copies: copies.length,
    isOverdue: last === undefined || now - last.madeAt > OVERDUE_MS,
    isSameDisk: last !== undefined && (await stat(last.folder)).dev === (await stat(dataDir)).dev,
    // A manual copy since then replaces the failed one.
    failure: failed && failed.at > (last?.madeAt ?? 0) ? failed : null,
  };
}
