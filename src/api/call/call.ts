import * as z from 'zod/mini';
import { type AnswerOf, type Endpoint, type Schema, urlOf } from '#contract/wire/endpoint.ts';
import { errors, isErrorBody } from '#contract/wire/errors.ts';
import { ANSWER_USER, CACHE_STATUS, FETCHED_AT, NO_ANSWER_REASON, REQUEST_ID } from '#contract/wire/headers.ts';
import { requiredContext } from '#src/lib/required-context.ts';
import { missingIn, serverTimeOf, userIn } from '#src/offline/headers.ts';
import { jsonOf } from '#src/offline/json-of.ts';
import { noAnswerReasons } from '#src/offline/no-answer.ts';
import type { Credentials } from './credentials.ts';
import { ApiError, ContractError, NoAnswerError } from './errors.ts';
import type { Freshness } from './freshness.ts';
import type { ObserveServer } from './observe-server.ts';
import type { ServerClock } from './server-clock.ts';
import { type CallOptions, type Request, type TransportPorts, transport } from './transport.ts';

/** A response and its age: `fetchedAt` is when the server sent it, epoch ms of the server's clock. */
export type Fetched<T> = {
  value: T;
  fetchedAt: number;
  from: 'network' | 'device';
  /** The server did not answer and this is the device's copy: its age is shown, and it is refetched soon. */
  isFallback?: true;
  /** Time ranges (epoch ms) for which the device has no data, so the response lacks them. */
  missing?: readonly (readonly [begin: number, end: number])[];
};

/** What a schema accepts: numbers or numeric strings, lists or their comma-separated form. */
type Taken<S extends Schema> = {
  [Key in keyof z.input<S>]: unknown extends z.input<S>[Key]
    ? Key extends keyof z.output<S>
      ? z.output<S>[Key]
      : never
    : z.input<S>[Key] | (Key extends keyof z.output<S> ? z.output<S>[Key] : never);
};

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value };

/** The input of a call to an endpoint; parts that the endpoint does not take may be omitted. */
export type CallInput<E extends Endpoint> = Part<'params', Taken<E['params']>> &
  Part<'query', Taken<E['query']>> &
  Part<'body', z.input<E['body']>>;

export type CallPorts = TransportPorts & {
  credentials: Credentials;
  clock: Pick<ServerClock, 'now'>;
  observe: ObserveServer;
  freshness: Freshness;
  reportBug(error: ContractError): void;
  /** Whether a worker controls this page; only then can the device answer. */
  hasWorker(): boolean;
  deviceNow(): number;
};

type CallRequest = Omit<Request, 'token'>;

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...rest: Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]
) => Promise<Fetched<AnswerOf<E>>>;

/**
 * Creates `call`: it returns what the contract promises or throws one of ApiError, NoAnswerError and ContractError
 * (and, when the caller's signal aborts, that signal's reason).
 */
export function createCall(ports: CallPorts): Call {
  /** Cached copies that are being read, by user and address. */
  const reading = new Map<string, Promise<Fetched<unknown>>>();

  function readCopy(sent: CallRequest): Promise<Fetched<unknown>> {
    const copy = exchange(ports, sent, null).finally(() => {
      if (reading.get(nameOf(sent)) === copy) reading.delete(nameOf(sent));
    });
    reading.set(nameOf(sent), copy);
    return copy;
  }

  async function send(sent: CallRequest): Promise<Fetched<unknown>> {
    const token = await ports.credentials.token();
    // The copy painted while the token is pending and the copy shown without a token are the same: read it once.
    if (token === null) return withoutToken(ports, sent, (asked) => reading.get(nameOf(asked)) ?? readCopy(asked));
    try {
      return await exchange(ports, sent, token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
      const renewed = await ports.credentials.renew(token);
      if (renewed === null || renewed === token) throw error;
      return exchange(ports, sent, renewed);
    }
  }

  return async (endpoint, ...[input, options = {}]) => {
    const { params, query, body }: { params?: object; query?: object; body?: unknown } = input ?? {};
    const url = urlOf(endpoint, { ...params }, { ...query });
    const uid = ports.credentials.uid();
    const isWrite = endpoint.method !== 'GET';
    const wantsFresh = !isWrite && options.readMode === undefined && ports.freshness.isWanted();
    const sent: CallRequest = {
      endpoint,
      url,
      body,
      options: wantsFresh ? { ...options, readMode: 'network-only' } : options,
      uid,
    };
    // Copies are stored per user: without a user there is none.
    if (options.readMode === 'cache-only' && uid === null) throw new NoAnswerError('offline');
    if (endpoint.who === 'anyone') return typed(await exchange(ports, sent, null));
    if (options.readMode === 'cache-only') return typed(await readCopy(sent));
    if (uid === null) throw unauthenticated();
    const seen = await send(sent);
    if (isWrite) ports.freshness.wrote();
    return typed(seen);
  };
}

const nameOf = ({ uid, url }: CallRequest) => `${uid} ${url}`;

/** `seen` has passed the schema from which T is inferred; the endpoint's type cannot be carried through `exchange`. */
function typed<T>(seen: Fetched<unknown>): Fetched<T> {
  return seen as Fetched<T>;
}

/** The server would refuse a request without a token: returns the device's copy, or throws NoAnswerError. */
async function withoutToken(
  ports: CallPorts,
  sent: CallRequest,
  readCopy: (sent: CallRequest) => Promise<Fetched<unknown>>,
): Promise<Fetched<unknown>> {
  if (ports.credentials.uid() === null) throw unauthenticated();
  const why = ports.credentials.why();
  if (sent.endpoint.method !== 'GET' || !ports.hasWorker()) throw new NoAnswerError(why);
  try {
    const seen = await readCopy({ ...sent, options: { ...sent.options, readMode: 'cache-only' } });
    return { ...seen, isFallback: true };
  } catch (error) {
    throw error instanceof NoAnswerError ? new NoAnswerError(why, error) : error;
  }
}

async function exchange(ports: CallPorts, sent: CallRequest, token: string | null): Promise<Fetched<unknown>> {
  const { endpoint, url, options, uid } = sent;
  if (options.readMode === 'cache-only' && !ports.hasWorker()) throw new NoAnswerError('offline');
  const sentAt = ports.deviceNow();
  const { response, content } = await transport(ports, { ...sent, token });
  const { headers } = response;
  const refusal = noAnswerReasons.find((reason) => reason === headers.get(NO_ANSWER_REASON)) ?? null;
  const isFromDevice = headers.get(CACHE_STATUS) === 'hit' || headers.get(CACHE_STATUS) === 'stale';
  if (options.readMode !== 'cache-only') {
    if (refusal !== null) ports.report(refusal);
    else if (!isFromDevice) ports.report(null);
  }
  const isEmpty = !response.ok || response.status === 204;
  if (isEmpty && refusal !== null) throw new NoAnswerError(refusal);
  const serverTime = serverTimeOf(headers);
  if (!isFromDevice) ports.observe(headers, sentAt);
  const about = `${endpoint.method} ${url}`;
  const requestId = headers.get(REQUEST_ID) ?? '';
  const value = typeof content === 'string' ? jsonOf(content) : content;
  if (!response.ok) {
    if (!isErrorBody(value)) throw bug(ports, new ContractError(about, requestId));
    if (value.code === 'IDENTITY_MISMATCH') ports.credentials.mismatch();
    throw new ApiError(value, response.status);
  }
  const user = userIn(headers, ANSWER_USER);
  if (endpoint.who !== 'anyone' && user !== null && user !== uid) {
    ports.credentials.mismatch();
    throw identityMismatch(requestId);
  }
  const parsed = z.safeParse(endpoint.answer, value);
  if (!parsed.success) {
    // A copy from an earlier version of the app may have another shape: fetch it from the server.
    if (isFromDevice && !options.readMode) {
      return exchange(ports, { ...sent, options: { ...options, readMode: 'network-only' } }, token);
    }
    if (isFromDevice) throw new NoAnswerError('offline', parsed.error);
    throw bug(ports, new ContractError(about, requestId, parsed.error));
  }
  const fetchedAt = Number(headers.get(FETCHED_AT) ?? Number.NaN);
  const seen: Fetched<unknown> = {
    value: parsed.data,
    fetchedAt: Number.isFinite(fetchedAt) ? fetchedAt : (serverTime ?? ports.clock.now()),
    from: isFromDevice ? 'device' : 'network',
  };
  const missing = missingIn(headers);
  if (missing.length > 0) seen.missing = missing;
  if (headers.get(CACHE_STATUS) === 'stale') seen.isFallback = true;
  return seen;
}

function bug(ports: CallPorts, error: ContractError): ContractError {
  ports.reportBug(error);
  return error;
}

function unauthenticated(): ApiError {
  const { message, status } = errors.UNAUTHENTICATED;
  return new ApiError({ code: 'UNAUTHENTICATED', status, message, requestId: '' }, status);
}

function identityMismatch(requestId: string): ApiError {
  const { message, status } = errors.IDENTITY_MISMATCH;
  return new ApiError({ code: 'IDENTITY_MISMATCH', status, message, requestId }, status);
}

export const [CallContext, useCall] = requiredContext<Call>('Call');
