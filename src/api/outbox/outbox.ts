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
import { askAnew } from '../call/ask-anew.ts';
import type { Credentials } from '../call/credentials.ts';
import { ApiError, ContractError } from '../call/errors.ts';
import type { Freshness } from '../call/freshness.ts';
import { queryName } from '../call/query-name.ts';
import type { ServerClock } from '../call/server-clock.ts';
import { createDrainLoop } from './drain-loop.ts';
import { type BesideWrite, freeze, goesThroughOutbox, type WriteInput } from './freeze.ts';

/** Somebody who saves waits so long for the server before what they wrote counts as kept, ms. */
const PATIENCE_MS = 2_000;
/** Whoever cannot be answered just now is told first that it is kept; then the server is tried all the same, ms. */
const AFTER_TOLD_MS = 500;
/** While much is being sent, what is on the screen is asked for anew at most this often, ms. */
const REFRESH_GAP_MS = 5_000;

export type OutboxPorts = {
  credentials: Credentials;
  clock: ServerClock;
  freshness: Freshness;
  queryClient: Pick<QueryClient, 'invalidateQueries' | 'getQueryCache'>;
  report(reason: NoAnswerReason | null): void;
  /** Whether asking the server has a point, as far as the last results tell. */
  isReachable(): boolean;
  fetch: typeof fetch;
  timers: Timers;
  deviceNow(): number;
  locks: Pick<LockManager, 'request'> | undefined;
  /** What the server's database is called, as last heard; null before it has said so. */
  instance: Observable<string | null>;
  /** Has the worker send too, when there is a network again or this page is gone. */
  wakeWorker(): void;
  /** Has the browser keep what is stored here when the disk is full; some ask the user. */
  keepStorage(): Promise<void>;
  /** Gives up what the server has, too, where the device is full (src/offline/make-room.ts); rejects when it hangs. */
  makeRoom(uid: string, isRefused: boolean): Promise<boolean>;
  /** Tells the other windows that something was sent. */
  announce(uid: string): void;
  random(): number;
};

/** How a write put in ended, as far as whoever wrote it waited. */
export type Submitted<Answer> =
  | { kind: 'answer'; answer: Answer }
  /** Refused while the person stood there, and taken back: the form has it. */
  | { kind: 'refused'; error: ApiError }
  /** On this device, and sent as soon as that is possible. */
  | { kind: 'kept' };

/**
 * One act of the user. `id` names it to the server however it gets there: a storage that hung may have kept it all the
 * same. `beside` is put in with it, and taken back with it.
 */
type Act = { id: string; origin: EntryOrigin | null; beside?: readonly BesideWrite[] };

export type Outbox = {
  /**
   * Puts a write in and waits a little for what the server says. Rejects when the device could not keep it: with
   * StorageHangError or the browser's QuotaExceededError, nothing is kept then.
   */
  submit<E extends Endpoint>(
    endpoint: E & { outbox: object },
    input: WriteInput,
    act: Act,
  ): Promise<Submitted<AnswerOf<E>>>;
  /** Opens what the next write is put into, so that nobody who writes waits for that. Never rejects. */
  prepare(): Promise<void>;
  /** Sends what waits. `isEager`: a good moment, in which pauses do not count. Never rejects. */
  drain(isEager: boolean): Promise<void>;
  /** The store of whoever is signed in; null when nobody is. */
  store(): OutboxStore | null;
};

/** The outbox as a page has it: it puts in, and sends while it is open. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { credentials, timers, deviceNow } = ports;
  const settling = new Map<string, (verdict: Verdict) => void>();
  const storeOf = oneStoreAtATime(timers);
  const refresher = createRefresher(ports);
  const keepStorage = once(ports.keepStorage);

  function store(): OutboxStore | null {
    const uid = credentials.uid();
    return uid === null ? null : storeOf(uid);
  }

  async function drainOnce(uid: string, isEager: boolean): Promise<Drained> {
    if (!(await hasOutbox(uid))) return { end: 'idle', nextAt: null };
    const drained = await verifiedDrain(
      {
        uid,
        store: storeOf(uid),
        instance: ports.instance.get(),
        fetch: ports.fetch,
        timers,
        locks: ports.locks,
        token: () => credentials.token(),
        renew: (refused) => credentials.renew(refused),
        now: deviceNow,
        random: ports.random,
        isStopped: () => credentials.uid() !== uid,
        onAttempt(entry, verdict) {
          const settle = settling.get(entry.id);
          settling.delete(entry.id);
          tellAttempt(ports, entry, verdict);
          // Whoever waits for it asks for what is on the screen anew.
          if (verdict.kind === 'done' && !settle) refresher.note();
          settle?.(verdict);
        },
      },
      isEager,
    );
    refresher.flush();
    return drained;
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
      // A storage that hangs has its say when something is put in.
      await store()
        ?.count()
        .catch(() => {});
    },
    drain: start,
    async submit<E extends Endpoint>(endpoint: E & { outbox: object }, input: WriteInput, act: Act) {
      const { entry, besideIds } = await putIn(ports, store(), { endpoint, input, act });
      keepStorage();
      if (!ports.isReachable()) {
        timers.after(AFTER_TOLD_MS, () => void start(false));
        ports.wakeWorker();
        return { kind: 'kept' };
      }
      const settled = new Promise<Verdict>((resolve) => settling.set(entry.id, resolve));
      void start(false);
      const verdict = await within(timers, PATIENCE_MS, settled);
      settling.delete(entry.id);
      const takeBack = () => storeOf(entry.uid).discard(entry.id, deviceNow(), 'replaced', besideIds);
      const ended = await submitted<E>(endpoint, entry, verdict, { store: storeOf(entry.uid), takeBack });
      if (ended.kind === 'kept') ports.wakeWorker();
      return ended;
    },
  };
}

/** Puts in where there is room; pictures have it made before, and what the browser refuses is tried once more. */
async function putWithRoom(
  { credentials, makeRoom }: OutboxPorts,
  put: () => Promise<Entry>,
  isLarge: boolean,
): Promise<Entry> {
  const uid = credentials.uid() ?? '';
  // A storage that hangs while room is made may still take what is put in.
  const make = (isRefused: boolean) => makeRoom(uid, isRefused).catch(() => false);
  if (isLarge) await make(false);
  try {
    return await put();
  } catch (error) {
    if (!isQuotaError(error) || !(await make(true))) throw error;
    return put();
  }
}

/** From the first write on there is something to lose; a page asks for it once. */
function once(ask: () => Promise<void>): () => void {
  let isAsked = false;
  return () => {
    if (!isAsked) void ask();
    isAsked = true;
  };
}

type Written = { endpoint: Endpoint & { outbox: object }; input: WriteInput; act: Act };

/** Freezes a write with what stands beside it, and puts all of it into the outbox at once. */
async function putIn(
  ports: OutboxPorts,
  mine: OutboxStore | null,
  { endpoint, input, act: { id, origin, beside = [] } }: Written,
): Promise<{ entry: Entry; besideIds: string[] }> {
  if (!mine) throw new Error('nobody is signed in');
  const { clock, deviceNow } = ports;
  const clocks = { createdAt: clock.now(), deviceClock: deviceNow(), serverOffset: clock.offset.get() };
  const { wish, blob } = freeze(endpoint, input, clocks, origin);
  const others = beside.flatMap((one) =>
    goesThroughOutbox(one.endpoint, one.input)
      ? [{ id: crypto.randomUUID(), ...freeze(one.endpoint, one.input, clocks, null) }]
      : [],
  );
  const isLarge = [blob, ...others.map((one) => one.blob)].some((bytes) => bytes !== undefined);
  const entry = await putWithRoom(ports, () => mine.put(wish, blob, id, others), isLarge);
  return { entry, besideIds: others.map((one) => one.id) };
}

/** The store of a user; it closes that of whoever was there before. */
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

/** Asks for what is on the screen anew when something was sent: now and then while much is, and once at the end. */
function createRefresher({ deviceNow, queryClient }: Pick<OutboxPorts, 'deviceNow' | 'queryClient'>) {
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  function flush(): void {
    if (!isDue) return;
    isDue = false;
    refreshedAt = deviceNow();
    askAnew(queryClient);
  }
  return {
    note() {
      isDue = true;
      if (deviceNow() - refreshedAt >= REFRESH_GAP_MS) flush();
    },
    flush,
  };
}

/** Tells the rest of the page, and the other windows, what an attempt says of connection, session and data. */
function tellAttempt(
  { report, credentials, freshness, announce }: OutboxPorts,
  { uid }: Entry,
  verdict: Verdict,
): void {
  report(verdict.kind === 'no-answer' ? reasonOf(verdict.error) : null);
  if (verdict.kind === 'sign-in' && verdict.error.code === 'IDENTITY_MISMATCH') credentials.mismatch();
  if (verdict.kind !== 'done') return;
  freshness.wrote();
  announce(uid);
}

async function submitted<E extends Endpoint>(
  endpoint: E,
  entry: Entry,
  verdict: Verdict | null,
  { store, takeBack }: { store: OutboxStore; takeBack(): Promise<Entry | null> },
): Promise<Submitted<AnswerOf<E>>> {
  // Another window may have sent it, which nobody tells this one.
  const receipt =
    verdict?.kind === 'done' ? verdict.receipt : verdict ? null : (await store.findDone(entry.id))?.receipt;
  if (receipt) {
    const { body, requestId } = receipt;
    const parsed = z.safeParse(endpoint.answer, JSON.parse(body));
    if (!parsed.success) throw new ContractError(queryName(endpoint), requestId, parsed.error);
    // The schema that was just passed is the one the answer's type was inferred from.
    return { kind: 'answer', answer: parsed.data as AnswerOf<E> };
  }
  const isRefused = verdict?.kind === 'refused' || verdict?.kind === 'conflict';
  // What holds an earlier edit is not this form's alone to take back.
  if (!isRefused || entry.merged > 0) return { kind: 'kept' };
  const { body, status } = verdict.error;
  if (!isErrorBody(body) || !(await takeBack())) return { kind: 'kept' };
  return { kind: 'refused', error: new ApiError(body, status) };
}

const reasonOf = ({ code }: EntryError): NoAnswerReason =>
  code === 'offline' || code === 'timeout' ? code : 'not-ours';
