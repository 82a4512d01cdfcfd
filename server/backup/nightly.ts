import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { BackupConfig } from '../config.ts';
import { dropLease, holdLease } from '../db/lease.ts';
import type { Store } from '../db/open.ts';
import { exitCodes, type FailureKind } from '../kernel/process/operator-program.ts';
import { listCopies } from './copy-folder.ts';
import { findFailure, noteFailure, noteSuccess } from './state.ts';

/** How often the server checks whether a copy is due, ms. */
export const NIGHTLY_EVERY_MS = MINUTE_MS;

const LEASE = 'backup';
const LEASE_MS = 5 * MINUTE_MS;

/** How often it tries again after a failure, until the next night's copy is due. */
const RETRY_MS = HOUR_MS;

type Outcome = { exitCode: number; said: string };

/** Makes a copy in a separate process. */
type RunBackup = (settings: BackupConfig, dataDir: string, stopping: AbortSignal) => Promise<Outcome>;

/** Where the figures of copies are reported. */
type BackupMetrics = {
  /** Reports the newest copy; `madeAt`: epoch ms. */
  tell(newest: { madeAt: number; seconds: number; bytes: number; copies: number } | undefined): void;
  /** Counts failed copies. */
  failures: { inc(): void };
};

type NightlyDeps = {
  settings: BackupConfig;
  dataDir: string;
  runBackup?: RunBackup;
  metrics: BackupMetrics;
  log: Logger;
  now(): number;
};

/** Makes a copy if one is due; a lease keeps other processes on the same database from doing so meanwhile. */
type Nightly = (store: Store, stopping: AbortSignal) => Promise<void>;

/** Makes one copy per Seoul day; a missed one is made as soon as a server runs. */
export function createNightly(deps: NightlyDeps): Nightly {
  const holder = randomUUID();
  const hold = (store: Store) => holdLease(store, { name: LEASE, holder, now: deps.now(), lastsMs: LEASE_MS });
  return async (store, stopping) => {
    const { settings, now, metrics } = deps;
    const madeAt = await tellNewest(settings.dir, metrics);
    const failure = await findFailure(store);
    if (!isDue({ atMs: settings.atMs, now: now(), madeAt, failedAt: failure?.at })) return;
    if (!(await hold(store)) || stopping.aborted) return;
    // A large copy takes longer than the lease lasts.
    const renewing = setInterval(() => void hold(store).catch(() => {}), LEASE_MS / 5);
    try {
      await makeOne(store, deps, stopping);
    } finally {
      clearInterval(renewing);
      await dropLease(store, { name: LEASE, holder });
    }
  };
}

async function makeOne(store: Store, deps: NightlyDeps, stopping: AbortSignal): Promise<void> {
  const { settings, dataDir, runBackup = runBuiltBackup, metrics, log, now } = deps;
  const { exitCode, said } = await runBackup(settings, dataDir, stopping);
  if (stopping.aborted) return;
  if (exitCode === 0) {
    await noteSuccess(store);
    await tellNewest(settings.dir, metrics);
    log.info({ said }, 'backup made');
    return;
  }
  metrics.failures.inc();
  log.error({ exitCode, said }, 'backup failed');
  await noteFailure(store, { at: now(), reason: kindOf(exitCode) ?? 'failed' });
}

const kinds: readonly FailureKind[] = ['usage', 'noRoom', 'busy', 'damaged', 'newer', 'unreachable'];
const kindOf = (exitCode: number) => kinds.find((kind) => exitCodes[kind] === exitCode);

/** Reports the newest copy to the metrics; returns when it was made. */
async function tellNewest(dir: string, metrics: BackupMetrics): Promise<number | undefined> {
  const copies = await listCopies(dir).catch(() => []);
  const newest = copies.at(-1);
  metrics.tell(
    newest && {
      madeAt: newest.madeAt,
      seconds: newest.manifest.seconds,
      bytes: newest.manifest.database.bytes + newest.manifest.photos.bytes,
      copies: copies.length,
    },
  );
  return newest?.madeAt;
}

type Standing = { atMs: number; now: number; madeAt: number | undefined; failedAt: number | undefined };

/** Whether the last scheduled time has no copy yet, and the wait after a failure is over. */
export function isDue({ atMs, now, madeAt, failedAt }: Standing): boolean {
  const today = startOfSeoulDay(now) + atMs;
  const slot = today <= now ? today : today - DAY_MS;
  if (madeAt !== undefined && madeAt >= slot) return false;
  return failedAt === undefined || failedAt < slot || now - failedAt >= RETRY_MS;
}

/** Runs the built program; it is stopped together with the server. */
const runBuiltBackup: RunBackup = ({ dir, keepDays }, dataDir, stopping) =>
  new Promise((resolve, reject) => {
    const program = path.resolve('dist/server/back-up.js');
    const child = spawn(process.execPath, [program, '--to', dir, '--keep', String(keepDays)], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stopping,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        said += part;
      });
    }
    child.once('error', (error) => (stopping.aborted ? resolve({ exitCode: 1, said: 'stopped' }) : reject(error)));
    child.once('close', (code) => resolve({ exitCode: code ?? 1, said: said.trim() }));
  });
