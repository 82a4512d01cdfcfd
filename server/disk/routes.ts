import type { Hono } from 'hono';
import { adminDisk } from '#contract/disk/disk.ts';
import { findBackupState } from '../backup/state.ts';
import type { BackupConfig } from '../config.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { findDiskState } from './sizes.ts';

type DiskDeps = { store: Store; dataDir: string; backup: BackupConfig | undefined; now(): number };

export function mountDisk(app: Hono<Env>, guards: Guards, { store, dataDir, backup, now }: DiskDeps): void {
  route(app, guards, adminDisk, async () => ({
    ...(await findDiskState(store, dataDir, now())),
    backup: await findBackupState(store, { settings: backup, dataDir, now: now() }),
  }));
}
