import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { AnswerOf, Endpoint } from '#contract/wire/endpoint.ts';
import { isErrorBody } from '#contract/wire/errors.ts';
import type { Observable } from '#src/lib/observable.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { Verdict } from '#src/offline/outbox/classify.ts';
import type { Drained } from '#src/offline/outbox/drain.ts';
import type { Entry, EntryError, EntryOrigin } from '#src/offline/outbox/entry.ts';
import { hasOutbox } from '#src/offline/outbox/outbox-db.ts';
import { type OutboxStore, openOutbox } from '#src/offline/outbox/outbox-store.ts';
import { verifiedDrain } from '#src/offline/outbox/verified-drain.ts';
import { isQuotaError } from '#src/offline/read-evict.ts';
import { type Timers, within } from '#src/offline/timers.ts';
import type { Credentials } from '../call/credentials.ts';
import { ApiError, ContractError } from '../call/errors.ts';
import type { Freshness } from '../call/freshness.ts';
import { queryName } from '../call/query-name.ts';
import { refetchAll } from '../call/refetch-all.ts';
import type { ServerClock } from '../call/server-clock.ts';
import { createDrainLoop } from './drain-loop.ts';
import { goesThroughOutbox, type LinkedWrite, newEntryOf, type WriteInput } from './new-entry.ts';

/** How long a save waits for the server before it counts as queued, ms. */
const PATIENCE_MS = 2_000;
/**
 * If the server seems unreachable, the user is first told that the write is queued; page and worker try to send after
 * this delay, ms. A worker that starts meanwhile would compete with the drawing of those words for the processor.
 */
const AFTER_TOLD_MS = 500;
/** While many entries are being sent, the reads on the screen of each window are refetched at most this often, ms. */
const REFRESH_GAP_MS = 5_000;

export type OutboxPorts = {
  credentials: Credentials;
  clock: ServerClock;
  freshness: Freshness;
  queryClient: Pick<QueryClient, 'invalidateQueries' | 'refetchQueries' | 'getQueryCache'>;
  report(reason: NoAnswerReason | null): void;
  /** Whether a request is worth trying, judged by the last results. */
  isReachable(): boolean;
  fetch: typeof fetch;
  timers: Timers;
  deviceNow(): number;
  locks: Pick<LockManager, 'request'> | undefined;
  /** The id of the server's database, as last received; null before that. */
  instance: Observable<string | null>;
  /** Makes the worker send too, when the network is back or this page is closed. */
  wakeWorker(): void;
  /** Asks the browser to keep this site's storage when the disk is full; some browsers ask the user. */
  keepStorage(): Promise<void>;
  /**
   * Frees storage by deleting what the server has as well (src/offline/make-room.ts); rejects when the storage hangs.
   */
  makeRoom(uid: string, isRefused: boolean): Promise<boolean>;
  /** Notes outside the storage that a write waits in it, so that pages count what waits at once. */
  noteWaiting(uid: string): void;
  /** Tells the other windows that entries were sent. */
  announce(uid: string): void;
  random(): number;
};

/** How a queued write ended, as far as its author waited. */
export type Submitted<Answer> =
  | { kind: 'answer'; answer: Answer }
  /** Refused while the user waited, and removed from the queue: the form still has the values. */
  | { kind: 'refused'; error: ApiError }
  /** Stored on this device, and sent as soon as possible. */
  | { kind: 'kept' };

/**
 * One act of the user. `id` identifies it to the server on every path: a storage that hung may have stored it
 * nevertheless. `beside` is queued and removed together with it.
 */
type Act = Pick<LinkedWrite, 'about'> & { id: string; origin: EntryOrigin | null; beside?: readonly LinkedWrite[] };

export type Outbox = {
  /**
   * Queues a write and waits briefly for the server's response. Rejects when the device could not store it, with
   * StorageHangError or the browser's QuotaExceededError; nothing is stored then.
   */
  submit<E extends Endpoint>(
    endpoint: E & { outbox: object },
    input: WriteInput,
    act: Act,
  ): Promise<Submitted<AnswerOf<E>>>;
  /** Opens the database for the next write, so that no user waits for it. Never rejects. */
  prepare(): Promise<void>;
  /** Sends what is queued. `isEager` skips the retry pauses. Never rejects. */
  drain(isEager: boolean): Promise<void>;
  /** The store of the signed-in user; null when nobody is signed in. */
  store(): OutboxStore | null;
};

/** The outbox of a page: queues writes, and sends them while the page is open. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { credentials, timers, deviceNow } = ports;
  const settling: Settling = new Map();
  const storeOf = oneStoreAtATime(timers);
  const drainOnce = createPageDrain(ports, storeOf, settling);
  const keepStorage = once(ports.keepStorage);

  function store(): OutboxStore | null {
    const uid = credentials.uid();
    return uid === null ? null : storeOf(uid);
  }

  const start = createDrainLoop({
    drain(isEager) {
      const uid = credentials.uid();
      return uid === null ? null : drainOnce(uid, isEager);
    },
    timers,
    now: deviceNow,
  });

  return {
    store,
    async prepare() {
      // A storage that hangs is reported when something is queued.
      await store()
        ?.count()
        .catch(() => {});
    },
    drain: start,
    async submit<E extends Endpoint>(endpoint: E & { outbox: object }, input: WriteInput, act: Act) {
      const { entry, besideIds } = await putIn(ports, store(), { endpoint, input, act });
      if (!ports.isReachable()) {
        timers.after(AFTER_TOLD_MS, () => {
          ports.noteWaiting(entry.uid);
          keepStorage();
          void start(false);
          ports.wakeWorker();
        });
        return { kind: 'kept' };
      }
      keepStorage();
      const settled = new Promise<Verdict>((resolve) => settling.set(entry.id, resolve));
      void start(false);
      const verdict = await within(timers, PATIENCE_MS, settled);
      settling.delete(entry.id);
      const takeBack = () => storeOf(entry.uid).discard(entry.id, deviceNow(), 'replaced', besideIds);
      const ended = await submitted<E>(endpoint, entry, verdict, { store: storeOf(entry.uid), takeBack });
      if (ended.kind === 'kept') {
        ports.noteWaiting(entry.uid);
        ports.wakeWorker();
      }
      return ended;
    },
  };
}

type Settling = Map<string, (verdict: Verdict) => void>;

/** One drain of this page: whoever waits for a write is told, then the reads on the screen and the other windows. */
function createPageDrain(
  ports: OutboxPorts,
  storeOf: (uid: string) => OutboxStore,
  settling: Settling,
): (uid: string, isEager: boolean) => Promise<Drained> {
  const { credentials, timers, deviceNow } = ports;
  const refresh = createSpaced(() => refetchAll(ports.queryClient), deviceNow);
  return async (uid, isEager) => {
    if (!(await hasOutbox(uid))) return { end: 'idle', nextAt: null };
    const tellOthers = createSpaced(() => ports.announce(uid), deviceNow);
    const drainPorts = {
      uid,
      store: storeOf(uid),
      instance: ports.instance.get(),
      fetch: ports.fetch,
      timers,
      locks: ports.locks,
      token: () => credentials.token(),
      renew: (refused: string) => credentials.renew(refused),
      now: deviceNow,
      random: ports.random,
      isStopped: () => credentials.uid() !== uid,
      onAttempt(entry: Entry, verdict: Verdict) {
        const settle = settling.get(entry.id);
        settling.delete(entry.id);
        reportAttempt(ports, verdict);
        if (verdict.kind === 'done') tellOthers.note();
        // Whoever waits for this write refetches the screen itself.
        if (verdict.kind === 'done' && !settle) refresh.note();
        settle?.(verdict);
      },
    };
    return verifiedDrain(drainPorts, isEager).finally(() => {
      refresh.flush();
      tellOthers.flush();
    });
  };
}

/** Queues a write if there is room. Pictures free storage beforehand; after the browser refuses, one retry follows. */
async function putWithRoom(
  { credentials, makeRoom }: OutboxPorts,
  put: () => Promise<Entry>,
  isLarge: boolean,
): Promise<Entry> {
  const uid = credentials.uid() ?? '';
  // Even if freeing storage hangs, the write itself may still succeed.
  const make = (isRefused: boolean) => makeRoom(uid, isRefused).catch(() => false);
  if (isLarge) await make(false);
  try {
    return await put();
  } catch (error) {
    if (!isQuotaError(error) || !(await make(true))) throw error;
    return put();
  }
}

/** Asks for persistent storage once per page, at the first write: only then is there something to lose. */
function once(ask: () => Promise<void>): () => void {
  let isAsked = false;
  return () => {
    if (!isAsked) void ask();
    isAsked = true;
  };
}

type Written = { endpoint: Endpoint & { outbox: object }; input: WriteInput; act: Act };

/** Freezes a write and what is sent with it, and stores all of it in the outbox in one transaction. */
async function putIn(
  ports: OutboxPorts,
  mine: OutboxStore | null,
  { endpoint, input, act: { id, origin, about, beside = [] } }: Written,
): Promise<{ entry: Entry; besideIds: string[] }> {
  if (!mine) throw new Error('nobody is signed in');
  const { clock, deviceNow } = ports;
  const clocks = { createdAt: clock.now(), deviceClock: deviceNow(), serverOffset: clock.offset.get() };
  const { wish, blob } = newEntryOf(endpoint, { input, about }, clocks, origin);
  const others = beside.flatMap((one) =>
    goesThroughOutbox(one.endpoint, one.input)
      ? [{ id: crypto.randomUUID(), ...newEntryOf(one.endpoint, one, clocks, null) }]
      : [],
  );
  const isLarge = [blob, ...others.map((one) => one.blob)].some((bytes) => bytes !== undefined);
  const entry = await putWithRoom(ports, () => mine.put(wish, blob, id, others), isLarge);
  return { entry, besideIds: others.map((one) => one.id) };
}

/** The store of a user; closes the previous user's. */
function oneStoreAtATime(timers: Timers): (uid: string) => OutboxStore {
  let opened: { uid: string; store: OutboxStore } | null = null;
  return (uid) => {
    if (opened?.uid !== uid) {
      opened?.store.close();
      opened = { uid, store: openOutbox(uid, timers) };
    }
    return opened.store;
  };
}

/** Runs `act` for what was noted: at most once per interval, and for the rest when flushed. */
function createSpaced(act: () => void, now: () => number) {
  let ranAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  function flush(): void {
    if (!isDue) return;
    isDue = false;
    ranAt = now();
    act();
  }
  return {
    note() {
      isDue = true;
      if (now() - ranAt >= REFRESH_GAP_MS) flush();
    },
    flush,
  };
}

/** Reports the result of an attempt to the connection, the session and the cache. */
function reportAttempt({ report, credentials, freshness }: OutboxPorts, verdict: Verdict): void {
  report(verdict.kind === 'no-answer' ? reasonOf(verdict.error) : null);
  if (verdict.kind === 'sign-in' && verdict.error.code === 'IDENTITY_MISMATCH') credentials.mismatch();
  if (verdict.kind === 'done') freshness.wrote();
}

async function submitted<E extends Endpoint>(
  endpoint: E,
  entry: Entry,
  seen: Verdict | null,
  { store, takeBack }: { store: OutboxStore; takeBack(): Promise<Entry | null> },
): Promise<Submitted<AnswerOf<E>>> {
  const verdict = seen ?? (await verdictOf(store, entry.id));
  if (verdict?.kind === 'done') {
    const { body, requestId } = verdict.receipt;
    const parsed = z.safeParse(endpoint.answer, JSON.parse(body));
    if (!parsed.success) throw new ContractError(queryName(endpoint), requestId, parsed.error);
    // The value has passed the schema from which the response type is inferred.
    return { kind: 'answer', answer: parsed.data as AnswerOf<E> };
  }
  const isRefused = verdict?.kind === 'refused' || verdict?.kind === 'conflict';
  // An entry that contains an earlier edit as well does not belong to this form alone.
  if (!isRefused || entry.merged > 0) return { kind: 'kept' };
  const { body, status } = verdict.error;
  if (!isErrorBody(body) || !(await takeBack())) return { kind: 'kept' };
  return { kind: 'refused', error: new ApiError(body, status) };
}

/** What the server said to an entry that another window or the worker has sent, which does not notify this one. */
async function verdictOf(store: OutboxStore, id: string): Promise<Verdict | null> {
  const receipt = (await store.findDone(id))?.receipt;
  if (receipt) return { kind: 'done', receipt };
  const entry = await store.find(id);
  if (entry?.state !== 'conflict' && entry?.state !== 'refused') return null;
  return entry.lastError && { kind: entry.state, error: entry.lastError };
}

const reasonOf = ({ code }: EntryError): NoAnswerReason =>
  code === 'offline' || code === 'timeout' ? code : 'not-ours';
