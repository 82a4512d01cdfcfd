import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import { dropLease, holdLease, type Lease } from '../db/lease.ts';
import type { MaybePromise } from '../db/maybe-promise.ts';
import type { Store } from '../db/open.ts';

/** Another process takes over when whoever has the lease has been silent for so long. */
const LEASE_MS = 15 * SECOND_MS;
const RENEW_MS = 5 * SECOND_MS;
/** Whoever could not renew it for so long lets go by itself: its work could write nothing before long. */
const LET_GO_MS = 10 * SECOND_MS;
const LOOK_MS = SECOND_MS;

type Stop = () => Promise<void>;
type Held = { lease: Lease; renewedAt: number; stop: Stop };

type Given = {
  log: Pick<Logger, 'info' | 'warn'>;
  now(): number;
  /** Ms of a count that only goes forward. */
  monotonic(): number;
};

/**
 * Has one process at a time do what `start` begins, by a lease of that name: the first that comes, and another within
 * 16 s once that one is gone. What is begun writes through the store that it is given, which writes nothing any more
 * once another has taken over, however late a process notices. One that is alone begins at once, and for good.
 * Returns how to stop, which lets another go on at once.
 */
export async function onOneProcess(
  store: Store,
  name: string,
  start: (store: Store) => MaybePromise<Stop>,
  { log, now, monotonic }: Given,
): Promise<Stop> {
  const { siblings } = store;
  if (!siblings) return start(store);
  let held: Held | undefined;

  const take = async (): Promise<Held | undefined> => {
    const [lease, renewedAt] = [{ name, holder: randomUUID() }, monotonic()];
    if (!(await holdLease(store, { ...lease, now: now(), lastsMs: LEASE_MS }))) return undefined;
    log.info({ lease: name }, 'this process has taken over');
    await store.catchUp();
    return { lease, renewedAt, stop: await start(siblings.under(lease)) };
  };
  /** Whether what is held may go on. */
  const renew = async (mine: Held): Promise<boolean> => {
    const began = monotonic();
    if (began - mine.renewedAt < RENEW_MS) return true;
    try {
      if (!(await holdLease(store, { ...mine.lease, now: now(), lastsMs: LEASE_MS }))) return false;
      mine.renewedAt = began;
    } catch (error) {
      log.warn({ err: error, lease: name }, 'the lease could not be renewed');
    }
    return monotonic() - mine.renewedAt < LET_GO_MS;
  };
  const letGo = async () => {
    const mine = held;
    held = undefined;
    await mine?.stop();
  };
  const look = async () => {
    if (!held) held = await take();
    else if (!(await renew(held))) {
      log.info({ lease: name }, 'another process takes over');
      await letGo();
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
    await letGo();
    if (lease) await dropLease(store, lease);
  };
}
