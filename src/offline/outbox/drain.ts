import { pauseAfter } from '#src/lib/backoff.ts';
import { classify, type Sent, type Verdict } from './classify.ts';
import type { Entry } from './entry.ts';
import { createPlan, isDue, LONGEST_WAIT_MS } from './lanes.ts';
import type { OutboxStore } from './outbox-store.ts';
import { outboxLock } from './sending.ts';

/** Lanes that are sent at the same time. */
const LANES_AT_ONCE = 3;
/** So many entries are read at a time: however much waits, a start has no more of it in its hands. */
const READ_AT_ONCE = 100;
/** Pauses after failed attempts, ms; each is lengthened or shortened at random by up to a third. */
export const PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, LONGEST_WAIT_MS] as const;
const JITTER = 0.3;
/** A server that fails so often over the same entry will fail again: the person is told. */
const SERVER_ERRORS_TAKEN = 8;
/** What another attempt of the same entry is still doing is done soon, ms. */
const IN_PROGRESS_MS = 2_000;

export type DrainPorts = {
  uid: string;
  store: OutboxStore;
  locks: { request<T>(name: string, act: () => Promise<T>): Promise<T> } | undefined;
  /** The token of `uid`; null when there is none to be had just now. */
  token(): Promise<string | null>;
  /** The server refused this token: a newer one of the same user, or null. */
  renew(refused: string): Promise<string | null>;
  send(claimed: { entry: Entry; blob: Blob | undefined; token: string }): Promise<Sent>;
  /** Epoch ms of the device. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  /** True once no further entry may be begun: the page is going away, the user is leaving. */
  isStopped(): boolean;
  /** After each attempt, once the device has noted what came of it. */
  onAttempt(entry: Entry, verdict: Verdict): void;
};

export type Drained = {
  /** Why it ended. */
  end: 'idle' | 'no-answer' | 'sign-in' | 'stopped';
  /** When the next entry is due by itself, epoch ms of the device; null when nothing waits for the clock. */
  nextAt: number | null;
};

/**
 * Sends what waits: page and worker run this same function, under one lock per user, so that one of them does. `isEager`:
 * a good moment (the network is back, somebody looks at the page), in which pauses do not count, except those that the
 * server asked for. Rejects when the storage hangs.
 */
export async function drain(ports: DrainPorts, isEager: boolean): Promise<Drained> {
  const { locks, uid } = ports;
  if (!locks) return run(ports, isEager);
  return locks.request(outboxLock(uid), () => run(ports, isEager));
}

async function run(ports: DrainPorts, isEager: boolean): Promise<Drained> {
  const { store, now, isStopped, token } = ports;
  await store.recover();
  // Nothing can be sent: then nothing is read either.
  if ((await token()) === null) return { end: 'sign-in', nextAt: null };
  const plan = createPlan([]);
  const running = new Map<string, Promise<void>>();
  let end: Drained['end'] | null = null;
  const candidate = () => plan.next((entry) => !running.has(entry.lane) && isDue(entry, now(), isEager));
  // Bytes wait for text, whether that was read already, stands further behind or was put in just now.
  async function readOn(): Promise<void> {
    while (!candidate()?.body) {
      const more = await store.entries(plan.lastSeq(), READ_AT_ONCE);
      if (more.length === 0) return;
      plan.add(more);
    }
  }
  function begin(next: Entry): void {
    const attempt = attemptOne(ports, next).then((after) => {
      running.delete(next.lane);
      if (after === 'left') plan.leave(next.id);
      else plan.setAside(after.entry);
      if (after !== 'left' && after.end) end ??= after.end;
    });
    // A storage that hangs is heard of below, not while more is read.
    attempt.catch(() => {});
    running.set(next.lane, attempt);
  }
  while (end === null) {
    if (running.size < LANES_AT_ONCE) {
      await readOn();
      if (isStopped()) end ??= 'stopped';
      const next = end === null ? candidate() : undefined;
      if (next) {
        begin(next);
        continue;
      }
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  return { end: end ?? 'idle', nextAt: plan.nextAt(now()) };
}

type After = 'left' | { entry: Entry; end: Drained['end'] | null };

/** Sends one entry and notes what came of it. */
async function attemptOne(ports: DrainPorts, planned: Entry): Promise<After> {
  const { store, token: tokenNow, renew, send, onAttempt } = ports;
  const token = await tokenNow();
  if (token === null) return { entry: planned, end: 'sign-in' };
  const claimed = await store.claim(planned.id);
  // Discarded or changed meanwhile.
  if (!claimed) return (await store.find(planned.id)) ? { entry: planned, end: null } : 'left';
  const { entry } = claimed;
  let verdict = classify(await send({ ...claimed, token }));
  if (verdict.kind === 'sign-in' && verdict.error.code === 'UNAUTHENTICATED') {
    const newer = await renew(token);
    if (newer !== null && newer !== token) verdict = classify(await send({ ...claimed, token: newer }));
  }
  const after = await note(ports, entry, verdict);
  onAttempt(entry, verdict);
  return after;
}

async function note({ store, now, random }: DrainPorts, entry: Entry, verdict: Verdict): Promise<After> {
  if (verdict.kind === 'done') {
    await store.finish(entry.id, verdict.receipt, now());
    return 'left';
  }
  const { attempts } = entry;
  const { error } = verdict;
  const pauseMs = pauseAfter(PAUSES_MS, attempts) * (1 + JITTER * (2 * random() - 1));
  const queued = { ...entry, state: 'queued', nextAt: now() + pauseMs, mustWait: false, lastError: error } as const;
  const stay = async (changed: Entry, end: Drained['end'] | null = null): Promise<After> => {
    const { state, attempts: tried, serverErrors, nextAt, mustWait, lastError } = changed;
    await store.setBack(entry.id, { state, attempts: tried, serverErrors, nextAt, mustWait, lastError });
    return { entry: changed, end };
  };
  switch (verdict.kind) {
    case 'no-answer':
      return stay(queued, 'no-answer');
    case 'sign-in':
      // It was not the entry that failed.
      return stay({ ...queued, attempts: attempts - 1, nextAt: 0 }, 'sign-in');
    case 'later': {
      const toldMs = error.code === 'IDEMPOTENCY_IN_PROGRESS' ? IN_PROGRESS_MS : verdict.afterMs;
      const told = toldMs !== null && { nextAt: now() + Math.min(toldMs, LONGEST_WAIT_MS), mustWait: true };
      return stay({ ...queued, ...told }, verdict.isForAll ? 'no-answer' : null);
    }
    case 'server-error': {
      const serverErrors = entry.serverErrors + 1;
      return stay({ ...queued, serverErrors, state: serverErrors < SERVER_ERRORS_TAKEN ? 'queued' : 'refused' });
    }
    default:
      return stay({ ...queued, state: verdict.kind });
  }
}
