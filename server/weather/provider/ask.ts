import type { Logger } from 'pino';
import type { Queries } from '../../db/open.ts';
import type { FailureKind, ProviderFailure } from './failure.ts';
import { type Fetched, fetchBytes } from './fetch-bytes.ts';
import { pauseUntil } from './pause.ts';
import {
  countCall,
  dailyBudgets,
  findState,
  noteAnswer,
  noteFailure,
  type ProviderKey,
  type ProviderName,
  type ProviderState,
  pause,
} from './state.ts';

/** The result of a call: the value, the failure, or that no call was made because of a pause. */
export type ProviderResult<T> = { value: T } | { failure: ProviderFailure } | { isPaused: true };

export type AskDeps = {
  store: Queries;
  now(): number;
  /** In [0, 1). */
  random(): number;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
  /** Whether this process still holds the lease for asking. */
  mayAsk(): Promise<boolean>;
  timeoutMs?: number | undefined;
  /** Called after every call. */
  onAsked?(asked: { provider: ProviderName; outcome: 'ok' | FailureKind; state: ProviderState }): void;
};

/** The same with the key and the address of one service. */
export type ServiceDeps = AskDeps & { key: string; baseUrl: string };

type Call<T> = ProviderKey & {
  url: URL;
  /** Secrets besides the key that must not appear in any text. */
  secrets?: readonly string[];
  read(fetched: Fetched): { value: T } | { failure: ProviderFailure };
};

/**
 * Calls a service, within the key's daily budget and not during a pause after failures. Failures are recorded per key;
 * stored and logged texts contain neither a key nor an address.
 */
export async function ask<T>(deps: AskDeps, call: Call<T>): Promise<ProviderResult<T>> {
  const { store, now } = deps;
  const started = now();
  const state = await findState(store, call, started);
  if (deps.stopping.aborted || (state.nextTryAt !== null && state.nextTryAt > started)) return { isPaused: true };
  if (state.used >= dailyBudgets[call.provider]) {
    await fail(deps, call, { kind: 'quota', code: null, message: 'the calls of this day are used up' });
    return { isPaused: true };
  }
  if (!(await deps.mayAsk())) return { isPaused: true };
  await countCall(store, call, started);
  const read = await reading(deps, call);
  if (deps.stopping.aborted) return { isPaused: true };
  if ('value' in read || read.failure.kind === 'no-data') {
    if (state.failures > 0) deps.log.info({ provider: call.provider }, 'weather service answers again');
    await noteAnswer(store, call, { hasData: 'value' in read, now: now() });
    await tell(deps, call, 'value' in read ? 'ok' : read.failure.kind);
    return read;
  }
  const failure = { ...read.failure, message: withoutKeys(read.failure.message, [call.key, ...(call.secrets ?? [])]) };
  await fail(deps, call, failure);
  await tell(deps, call, failure.kind);
  return { failure };
}

async function tell({ store, now, onAsked }: AskDeps, call: ProviderKey, outcome: 'ok' | FailureKind): Promise<void> {
  onAsked?.({ provider: call.provider, outcome, state: await findState(store, call, now()) });
}

async function reading<T>(
  { stopping, timeoutMs }: AskDeps,
  { url, read }: Call<T>,
): Promise<{ value: T } | { failure: ProviderFailure }> {
  let fetched: Fetched;
  try {
    fetched = await fetchBytes(url, { signal: stopping, timeoutMs });
  } catch (error) {
    return { failure: { kind: 'retry', code: null, message: reasonOf(error) } };
  }
  const result = read(fetched);
  const { retryAfterMs } = fetched;
  return 'value' in result || retryAfterMs === null ? result : { failure: { ...result.failure, retryAfterMs } };
}

async function fail(
  { store, now, random, log }: AskDeps,
  call: ProviderKey,
  { kind, code, message, retryAfterMs }: ProviderFailure,
): Promise<void> {
  const at = now();
  const failures = await noteFailure(store, call, { kind, message, now: at });
  await pause(store, call, pauseUntil(kind, { failures, now: at, chance: random(), retryAfterMs }));
  log.warn({ provider: call.provider, kind, code, reason: message, failures }, 'weather service failed');
}

/** Node puts the reason of a failed request (a closed port, a redirect) into its cause, without the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? `no connection: ${String(cause.code)}` : cause.message;
}

/** Characters of a service's message that are kept. */
const MAX_MESSAGE = 140;

/** An error page may repeat the requested address. Keys are removed before cutting, or half a key could remain. */
function withoutKeys(message: string, keys: readonly string[]): string {
  const inAddress = (key: string) => new URLSearchParams({ key }).toString().slice('key='.length);
  const forms = keys.flatMap((key) => [key, encodeURIComponent(key), inAddress(key)]);
  return forms.reduce((text, form) => text.replaceAll(form, '…'), message).slice(0, MAX_MESSAGE);
}
