import type { Hono } from 'hono';
import { adminDisk } from '#contract/disk/disk.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/caller.ts';
import { findDiskState } from './sizes.ts';

type DiskDeps = { store: Store; dataDir: string; now(): number };

export function mountDisk(app: Hono<Env>, guards: Guards, { store, dataDir, now }: DiskDeps): void {
  route(app, guards, adminDisk, () => findDiskState(store, dataDir, now()));
}
