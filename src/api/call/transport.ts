import type { Endpoint } from '#contract/wire/endpoint.ts';
import { EXPECTED_USER, READ_MODE, type ReadMode } from '#contract/wire/headers.ts';
import { offlinePolicies, UPLOAD_ABORT_MS } from '#contract/wire/offline-policies.ts';
import { type ExchangePorts, exchange } from '#src/offline/exchange.ts';
import { nameUser } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import { NoAnswerError } from './errors.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** `cache-only` answers at once from the cache, and throws NoAnswerError where that has nothing. */
  readMode?: ReadMode;
  headers?: Record<string, string>;
};

export type Request = {
  endpoint: Endpoint;
  url: string;
  body: unknown;
  options: CallOptions;
  uid: string | null;
  token: string | null;
};

export type TransportPorts = ExchangePorts & {
  /** Records how the request went, for the connection state. */
  report(reason: NoAnswerReason | null): void;
};

/**
 * Sends the request and reads the whole response within the timeout of its offline policy; only our server's responses
 * are returned.
 */
export async function transport(
  ports: TransportPorts,
  request: Request,
): Promise<{ response: Response; content: string | Blob }> {
  const { endpoint, url, body, options, uid, token } = request;
  const headers = new Headers({ Accept: endpoint.media, ...options.headers });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (uid !== null) nameUser(headers, EXPECTED_USER, uid);
  if (options.readMode) headers.set(READ_MODE, options.readMode);
  const hasBody = endpoint.method !== 'GET' && body !== undefined;
  const picture = hasBody && body instanceof Blob ? body : undefined;
  if (hasBody) headers.set('Content-Type', picture?.type ?? 'application/json');

  const got = await exchange(ports, {
    url,
    method: endpoint.method,
    headers,
    body: hasBody ? (picture ?? JSON.stringify(body)) : null,
    limitMs: picture ? UPLOAD_ABORT_MS : offlinePolicies[endpoint.offline].abortMs,
    signal: options.signal,
  });
  if (got.kind === 'answer') return got;
  if (options.signal?.aborted) throw options.signal.reason;
  if (options.readMode !== 'cache-only') ports.report(got.reason);
  throw new NoAnswerError(got.reason, got.cause);
}
