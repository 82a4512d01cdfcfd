import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import { dropLease, holdLease, type Lease } from '../../db/lease.ts';
import type { MaybePromise } from '../../db/maybe-promise.ts';
import type { Store } from '../../db/open.ts';

/** Another process takes over when the holder has not renewed the lease for this long. */
const LEASE_MS = 15 * SECOND_MS;
const RENEW_MS = 5 * SECOND_MS;
/** A holder that could not renew the lease for this long stops its work, before its writes are refused. */
const RELEASE_MS = 10 * SECOND_MS;
const LOOK_MS = SECOND_MS;

type Stop = () => Promise<void>;
type Held = { lease: Lease; renewedAt: number; stop: Stop };

type Given = {
  log: Pick<Logger, 'info' | 'warn'>;
  now(): number;
  /** A monotonic clock, ms. */
  monotonic(): number;
};

/**
 * Runs `start` on one process at a time, by a lease of that name. When that process is gone, another takes over within
 * 16 s. Its work must write through the given store, whose transactions fail with LeaseLost after a takeover, however
 * late the process notices. A single process starts at once, without a lease. Returns a function that stops the work
 * and releases the lease.
 */
export async function onOneProcess(
  store: Store,
  name: string,
  start: (store: Store) => MaybePromise<Stop>,
  { log, now, monotonic }: Given,
): Promise<Stop> {
  const { peers } = store;
  if (!peers) return start(store);
  let held: Held | undefined;

  const take = async (): Promise<Held | undefined> => {
    const [lease, renewedAt] = [{ name, holder: randomUUID() }, monotonic()];
    if (!(await holdLease(store, { ...lease, now: now(), lastsMs: LEASE_MS }))) return undefined;
    log.info({ lease: name }, 'this process has taken over');
    await store.catchUp();
    return { lease, renewedAt, stop: await start(peers.withLease(lease)) };
  };
  /** Whether the work may continue. */
  const renew = async (mine: Held): Promise<boolean> => {
    const began = monotonic();
    const leftMs = mine.renewedAt + RELEASE_MS - began;
    if (began - mine.renewedAt < RENEW_MS) return true;
    const renewing = holdLease(store, { ...mine.lease, now: now(), lastsMs: LEASE_MS }).then(
      (isRenewed) => {
        if (isRenewed) mine.renewedAt = began;
        return isRenewed;
      },
      (error: unknown) => {
        log.warn({ err: error, lease: name }, 'the lease could not be renewed');
        return leftMs > 0;
      },
    );
    // The database may keep a renewal waiting until another process has the lease.
    return Promise.race([renewing, setTimeout(Math.max(0, leftMs), false, { ref: false })]);
  };
  const release = async () => {
    const mine = held;
    held = undefined;
    await mine?.stop();
  };
  const look = async () => {
    if (!held) held = await take();
    else if (!(await renew(held))) {
      log.info({ lease: name }, 'another process takes over');
      await release();
    }
  };

  let looking: Promise<void> | undefined;
  const lookOnce = () => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error, lease: name }, 'the lease could not be looked after'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  await lookOnce();
  const timer = setInterval(lookOnce, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await looking;
    const lease = held?.lease;
    await release();
    if (lease) await dropLease(store, lease);
  };
}
