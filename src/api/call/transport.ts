import type { Endpoint } from '#contract/wire/endpoint.ts';
import { EXPECTED_USER, READ_MODE } from '#contract/wire/headers.ts';
import { offlinePolicies, UPLOAD_ABORT_MS } from '#contract/wire/offline-policies.ts';
import { contentOf, isOurs, nameUser } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { Timers } from '#src/offline/timers.ts';
import { NoAnswerError } from './errors.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** `device`: the kept copy alone, at once. `network`: the server alone. */
  only?: 'device' | 'network';
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

export type TransportPorts = {
  fetch: typeof fetch;
  timers: Timers;
  /** How the connection did. */
  report(reason: NoAnswerReason | null): void;
};

/** Sends the request and reads the whole answer within the limit of its class; only our server's words come back. */
export async function transport(
  ports: TransportPorts,
  request: Request,
): Promise<{ response: Response; content: string | Blob }> {
  const { endpoint, url, body, options, uid, token } = request;
  const headers = new Headers({ Accept: endpoint.media, ...options.headers });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (uid !== null) nameUser(headers, EXPECTED_USER, uid);
  if (options.only === 'device') headers.set(READ_MODE, 'peek');
  if (options.only === 'network') headers.set(READ_MODE, 'network');
  const hasBody = endpoint.method !== 'GET' && body !== undefined;
  const picture = hasBody && body instanceof Blob ? body : undefined;
  if (hasBody) headers.set('Content-Type', picture?.type ?? 'application/json');

  const abort = new AbortController();
  let isLate = false;
  const limitMs = picture ? UPLOAD_ABORT_MS : offlinePolicies[endpoint.offline].abortMs;
  const cancel = ports.timers.after(limitMs, () => {
    isLate = true;
    abort.abort();
  });
  const follow = () => abort.abort();
  options.signal?.addEventListener('abort', follow);
  let reason: NoAnswerReason = 'offline';
  try {
    options.signal?.throwIfAborted();
    const response = await ports.fetch(url, {
      method: endpoint.method,
      headers,
      body: hasBody ? (picture ?? JSON.stringify(body)) : null,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
      signal: abort.signal,
    });
    if (isOurs(response.headers)) return { response, content: await contentOf(response) };
    reason = 'not-ours';
    throw new NoAnswerError(reason);
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (isLate) reason = 'timeout';
    if (options.only !== 'device') ports.report(reason);
    throw cause instanceof NoAnswerError ? cause : new NoAnswerError(reason, cause);
  } finally {
    cancel();
    options.signal?.removeEventListener('abort', follow);
  }
}
