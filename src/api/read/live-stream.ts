import type { EventSourceParser } from 'eventsource-parser';
import * as z from 'zod/mini';
import { LIVE_HEARTBEAT_MS, type LiveValues, live, liveValues } from '#contract/monitor/live.ts';
import { ANSWER_MARKER, EXPECTED_USER } from '#contract/wire/headers.ts';
import { backoff } from '#src/lib/backoff.ts';
import { nameUser } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { Timers } from '#src/offline/timers.ts';
import type { Credentials } from '../call/credentials.ts';

/** Without a message for two and a half heartbeats the connection counts as dead, ms. */
const SILENCE_LIMIT_MS = 2.5 * LIVE_HEARTBEAT_MS;

/**
 * Pauses before reconnecting, ms, each varied by a third so that a farm's tablets do not reconnect at the same time.
 */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;

export type LivePorts = {
  fetch: typeof fetch;
  credentials: Pick<Credentials, 'uid' | 'token' | 'renew'>;
  timers: Timers;
  random(): number;
  /** Loaded with the first stream: the sign-in page does not need it. */
  createParser(onEvent: (event: { event?: string | undefined; data: string }) => void): Promise<EventSourceParser>;
  onValues(values: LiveValues): void;
  /** The server has begun to pass on what comes in: earlier values are not in the stream and must be fetched. */
  onConnected(): void;
  report(reason: NoAnswerReason | null): void;
};

type LiveStream = {
  /** Keeps a stream open until stopped; a call while one runs does nothing. */
  run(): void;
  stop(): void;
};

/** Server-sent events over fetch, because EventSource cannot send the token. */
export function createLiveStream(ports: LivePorts): LiveStream {
  let running: AbortController | null = null;

  async function keepOpen(signal: AbortSignal): Promise<void> {
    const pauses = backoff(PAUSES_MS);
    while (!signal.aborted) {
      const hasHeard = await follow(ports, signal);
      if (signal.aborted) return;
      if (hasHeard) pauses.reset();
      await rest(ports.timers, pauses.next() * (0.67 + 0.66 * ports.random()), signal);
    }
  }

  return {
    run() {
      if (running) return;
      running = new AbortController();
      void keepOpen(running.signal);
    },
    stop() {
      running?.abort();
      running = null;
    },
  };
}

/** One connection, from open to close; returns whether it received anything. */
async function follow(ports: LivePorts, stopped: AbortSignal): Promise<boolean> {
  const uid = ports.credentials.uid();
  const token = await ports.credentials.token();
  if (uid === null || token === null || stopped.aborted) return false;
  const abort = new AbortController();
  const end = () => abort.abort();
  stopped.addEventListener('abort', end);
  let cancelWatch = ports.timers.after(SILENCE_LIMIT_MS, end);
  let hasHeard = false;
  try {
    const headers = new Headers({ Accept: 'text/event-stream', Authorization: `Bearer ${token}` });
    nameUser(headers, EXPECTED_USER, uid);
    const init = { headers, cache: 'no-store', redirect: 'error', signal: abort.signal } as const;
    const response = await ports.fetch(live.path, init);
    if (response.headers.get(ANSWER_MARKER) !== '1') {
      ports.report('not-ours');
      return false;
    }
    ports.report(null);
    if (response.status === 401) await ports.credentials.renew(token);
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return false;
    const parser = await ports.createParser((event) => {
      if (event.event === 'values') deliver(ports, event.data);
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (!hasHeard) ports.onConnected();
      hasHeard = true;
      cancelWatch();
      cancelWatch = ports.timers.after(SILENCE_LIMIT_MS, end);
      parser.feed(chunk.value);
    }
  } catch {
    // Refused or cut off. A timeout is told apart from a stop, which says nothing about the connection.
    if (!stopped.aborted) ports.report(abort.signal.aborted ? 'timeout' : 'offline');
  } finally {
    cancelWatch();
    abort.abort();
    stopped.removeEventListener('abort', end);
  }
  return hasHeard;
}

function deliver(ports: LivePorts, data: string): void {
  try {
    const parsed = z.safeParse(liveValues, JSON.parse(data));
    if (parsed.success) ports.onValues(parsed.data);
  } catch {
    // An invalid line; the next ones are independent of it.
  }
}

function rest(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timers.after(ms, end);
    signal.addEventListener('abort', end);
  });
}
