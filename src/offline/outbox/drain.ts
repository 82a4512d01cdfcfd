import { isQuietLane } from '#contract/wire/quiet-lane.ts';
import { pauseAfter } from '#src/lib/backoff.ts';
import { classify, type SendResult, type Verdict } from './classify.ts';
import type { Entry, EntryError, Receipt } from './entry.ts';
import { createPlan, isDue, LONGEST_WAIT_MS } from './lanes.ts';
import type { OutboxStore } from './outbox-store.ts';
import { outboxLock } from './sending.ts';

/** How many lanes are sent in parallel. */
const LANES_AT_ONCE = 3;
/** How many entries are read at a time, so that a long queue does not fill the memory. */
const READ_AT_ONCE = 100;
/** Pauses after failed attempts, ms; each varies at random by up to 30 %. */
export const PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, LONGEST_WAIT_MS] as const;
const JITTER = 0.3;
/** After this many server errors of one entry the user is told. */
const MAX_SERVER_ERRORS = 8;
/** Retry delay when an earlier attempt of the same entry is still running on the server, ms. */
const IN_PROGRESS_MS = 2_000;

export type DrainPorts = {
  uid: string;
  store: OutboxStore;
  locks: { request<T>(name: string, act: () => Promise<T>): Promise<T> } | undefined;
  /** The token of `uid`; null when there is none now. */
  token(): Promise<string | null>;
  /** The server refused this token: returns a newer one of the same user, or null. */
  renew(refused: string): Promise<string | null>;
  send(claimed: { entry: Entry; blob: Blob | undefined; token: string }): Promise<SendResult>;
  /** Epoch ms of the device. */
  now(): number;
  /** A random number from 0 to 1. */
  random(): number;
  /** True if no further entry may be started: the page is closing, or the user is leaving. */
  isStopped(): boolean;
  /** Called after each attempt, once its result is stored. */
  onAttempt(entry: Entry, verdict: Verdict): void;
};

export type Drained = {
  /** Why the drain ended. */
  end: 'idle' | 'no-answer' | 'sign-in' | 'stopped';
  /** When the next entry is due for a retry, epoch ms of the device; null when none is. */
  nextAt: number | null;
};

/**
 * Sends the queued entries. Page and worker run this same function under one lock per user, so only one of them sends
 * at a time. `isEager` (the network is back, the page became visible) skips the pauses, except those that the server
 * asked for. Rejects when the storage hangs.
 */
export async function drain(ports: DrainPorts, isEager: boolean): Promise<Drained> {
  const { locks, uid } = ports;
  if (!locks) return run(ports, isEager);
  return locks.request(outboxLock(uid), () => run(ports, isEager));
}

async function run(ports: DrainPorts, isEager: boolean): Promise<Drained> {
  const { store, now, isStopped, token } = ports;
  await store.recover();
  // Nothing can be sent: skip reading the entries.
  if ((await token()) === null) return { end: 'sign-in', nextAt: null };
  const plan = createPlan([]);
  const running = new Map<string, Promise<void>>();
  let end: Drained['end'] | null = null;
  const candidate = () => plan.next((entry) => !running.has(entry.lane) && isDue(entry, now(), isEager));
  // Text is sent before bytes: read on until a text entry is found or all entries are read.
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
    // The error is handled by the race below; this avoids an unhandled rejection meanwhile.
    attempt.catch(() => {});
    running.set(next.lane, attempt);
  }
  try {
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
  } finally {
    // One attempt may have met a hung storage; the lock is not given up while others are still being sent.
    await Promise.allSettled(running.values());
  }
  return { end: end ?? 'idle', nextAt: plan.nextAt(now()) };
}

type After = 'left' | { entry: Entry; end: Drained['end'] | null };

/** Sends one entry and stores the result. */
async function attemptOne(ports: DrainPorts, planned: Entry): Promise<After> {
  const { store, token: tokenNow, renew, send, onAttempt } = ports;
  const token = await tokenNow();
  if (token === null) return { entry: planned, end: 'sign-in' };
  const claimed = await store.claim(planned.id);
  // Discarded or changed in the meantime.
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

/** The answer to a note of the app about something that is gone: nothing is left to note, or for a person to decide. */
const answerOf = ({ status, body, requestId }: EntryError): Receipt => {
  return { status, body: JSON.stringify(body ?? null), requestId, isReplay: false, answeredAt: null };
};

async function note({ store, now, random }: DrainPorts, entry: Entry, verdict: Verdict): Promise<After> {
  if (verdict.kind === 'done') {
    await store.finish(entry.id, verdict.receipt, now());
    return 'left';
  }
  const { attempts } = entry;
  const { error } = verdict;
  if (verdict.kind === 'refused' && error.code === 'NOT_FOUND' && isQuietLane(entry.lane)) {
    await store.finish(entry.id, answerOf(error), now());
    return 'left';
  }
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
      // The entry itself did not fail: this attempt does not count.
      return stay({ ...queued, attempts: attempts - 1, nextAt: 0 }, 'sign-in');
    case 'later': {
      const serverPauseMs = error.code === 'IDEMPOTENCY_IN_PROGRESS' ? IN_PROGRESS_MS : verdict.afterMs;
      const retryAt = serverPauseMs !== null && {
        nextAt: now() + Math.min(serverPauseMs, LONGEST_WAIT_MS),
        mustWait: true,
      };
      return stay({ ...queued, ...retryAt }, verdict.isForAll ? 'no-answer' : null);
    }
    case 'server-error': {
      const serverErrors = entry.serverErrors + 1;
      return stay({ ...queued, serverErrors, state: serverErrors < MAX_SERVER_ERRORS ? 'queued' : 'refused' });
    }
    default:
      return stay({ ...queued, state: verdict.kind });
  }
}
