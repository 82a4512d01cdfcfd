import * as z from 'zod/mini';
import { AUTH_BASE_PATH, SIGN_OUT_AFTER_MS, session } from '#contract/user/auth.ts';
import { INSTANCE_ID } from '#contract/wire/headers.ts';
import type { DeviceStore } from '#src/offline/device-db.ts';
import { isOpenFor } from '#src/offline/device-state.ts';
import { jsonOf } from '#src/offline/json-of.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import type { Verdict } from '#src/offline/outbox/classify.ts';
import type { Drained, DrainPorts } from '#src/offline/outbox/drain.ts';
import { hasOutbox } from '#src/offline/outbox/outbox-db.ts';
import { type OutboxStore, openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { verifiedDrain } from '#src/offline/outbox/verified-drain.ts';
import type { Timers } from '#src/offline/timers.ts';
import { type Fetch, fetchUpstream } from './fetch-upstream.ts';

/** Timeout of the session request, ms. */
const SESSION_LIMIT_MS = 15_000;

/** Background Sync, which the DOM types do not know: https://developer.mozilla.org/docs/Web/API/SyncManager */
const SYNC_TAG = 'outbox';

/**
 * Registers a background sync for the next network connection. Where it is not supported or allowed, only pages send.
 */
export async function askToBeWoken(registration: ServiceWorkerRegistration): Promise<void> {
  const sync: unknown = Reflect.get(registration, 'sync');
  if (!isSyncManager(sync)) return;
  // Rejected when the user has switched it off, and in private windows.
  await sync.register(SYNC_TAG).catch(() => {});
}

function isSyncManager(value: unknown): value is { register(tag: string): Promise<void> } {
  return typeof value === 'object' && value !== null && 'register' in value && typeof value.register === 'function';
}

type SenderPorts = {
  device: Pick<DeviceStore, 'read'>;
  fetch: Fetch;
  timers: Timers;
  locks: DrainPorts['locks'];
  /** Epoch ms of the device. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  announce(news: WorkerEvent): void;
};

type OutboxSender = {
  /**
   * Sends the outbox of this device's user, as a page would; a call during a run joins it. `isEager` is passed to
   * `drain`. Resolves with whether nothing is left that could be sent automatically. Rejects when storage hangs.
   */
  send(isEager: boolean): Promise<boolean>;
  /** The user's data on this device is being deleted: starts nothing further. */
  release(): void;
};

/**
 * Sends the outbox while no page does, woken by the browser when there is a network again, or when a page was closed
 * too soon.
 */
export function createOutboxSender(ports: SenderPorts): OutboxSender {
  let running: Promise<boolean> | null = null;
  let epoch = 0;

  async function run(isEager: boolean): Promise<boolean> {
    const begunIn = epoch;
    const uid = await signedInUser(ports);
    if (uid === null || !(await hasOutbox(uid))) return true;
    const store = openOutbox(uid, ports.timers);
    try {
      if ((await store.count()) === 0) return true;
      const drained = await drainStore(ports, { uid, store, isEager, isStopped: () => epoch !== begunIn });
      return drained?.end === 'idle' && drained.nextAt === null;
    } finally {
      store.close();
    }
  }

  return {
    send(isEager) {
      running ??= run(isEager).finally(() => {
        running = null;
      });
      return running;
    },
    release() {
      epoch += 1;
    },
  };
}

/** The user whose entries may be sent; null when nobody is signed in, or the sign-in has expired. */
async function signedInUser({ device, now }: SenderPorts): Promise<string | null> {
  const state = await device.read();
  const { currentUid, identity, serverOffset } = state;
  if (currentUid === null || identity === null || !isOpenFor(currentUid, state)) return null;
  const isOver = now() + serverOffset - identity.signedInAt >= SIGN_OUT_AFTER_MS;
  return isOver ? null : currentUid;
}

/** null when there is no token; the lock is then left to a page that has one. */
async function drainStore(
  ports: SenderPorts,
  { uid, store, isEager, isStopped }: { uid: string; store: OutboxStore; isEager: boolean; isStopped: () => boolean },
): Promise<Drained | null> {
  const { fetch, timers, locks, now, random, announce } = ports;
  let session = askSession(ports, uid);
  const first = await session;
  if (first === null) return null;
  const token = async () => (await session)?.token ?? null;
  let hasSent = false;
  const drained = await verifiedDrain(
    {
      uid,
      store,
      instance: first.instance,
      fetch,
      timers,
      locks,
      token,
      renew() {
        session = askSession(ports, uid);
        return token();
      },
      now,
      random,
      isStopped,
      onAttempt(_entry, verdict) {
        hasSent ||= verdict.kind === 'done';
        const refusal = refusedSession(verdict);
        if (refusal) announce({ type: refusal, uid });
      },
    },
    isEager,
  );
  if (hasSent) announce({ type: 'sent', uid });
  return drained;
}

function refusedSession(verdict: Verdict): 'identity-changed' | 'auth-required' | null {
  if (verdict.kind !== 'sign-in') return null;
  return verdict.error.code === 'IDENTITY_MISMATCH' ? 'identity-changed' : 'auth-required';
}

/**
 * The token is stored nowhere, so the session cookie gets a new one; the answer also identifies the server's database.
 * null when the session is not this user's.
 */
async function askSession(
  { fetch, timers }: SenderPorts,
  uid: string,
): Promise<{ token: string; instance: string | null } | null> {
  const key = `${AUTH_BASE_PATH}/session`;
  const ask = { key, uid, authorization: null, etag: null, abortMs: SESSION_LIMIT_MS };
  const outcome = await fetchUpstream(fetch, timers, ask);
  if (outcome.kind !== 'answer' || outcome.status !== 200 || typeof outcome.body !== 'string') return null;
  const { data } = z.safeParse(session, jsonOf(outcome.body));
  return data?.userId === uid ? { token: data.jwtToken, instance: outcome.headers.get(INSTANCE_ID) } : null;
}
