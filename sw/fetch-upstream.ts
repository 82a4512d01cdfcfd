import { ANSWERED_FOR, EXPECTED_USER, MARKER } from '#contract/wire/headers.ts';
import { contentOf, isOurs, nameUser, serverTimeOf, userIn } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { Timers } from '#src/offline/timers.ts';

/** What became of one request to the server. */
export type Outcome =
  | {
      kind: 'answer';
      status: number;
      headers: Headers;
      body: string | Blob;
      user: string | null;
      serverTime: number | null;
    }
  | { kind: 'unchanged'; headers: Headers; user: string | null; serverTime: number | null }
  | { kind: 'none'; reason: NoAnswerReason };

type UpstreamRequest = {
  /** Path and query. */
  key: string;
  uid: string | null;
  authorization: string | null;
  /** Of the copy at hand; the server then says 304 when it still holds. */
  etag: string | null;
  abortMs: number;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Asks the server and nobody else: redirects and everything that is not ours count as no network, so
 * that the page of a Wi-Fi sign-in is never taken for an answer. Never rejects.
 */
export async function fetchUpstream(fetch: Fetch, timers: Timers, ask: UpstreamRequest): Promise<Outcome> {
  const headers = new Headers({ Accept: 'application/json' });
  if (ask.authorization) headers.set('Authorization', ask.authorization);
  if (ask.uid !== null) nameUser(headers, EXPECTED_USER, ask.uid);
  if (ask.etag) headers.set('If-None-Match', ask.etag);
  const abort = new AbortController();
  let late = false;
  const cancel = timers.after(ask.abortMs, () => {
    late = true;
    abort.abort();
  });
  try {
    const response = await fetch(ask.key, {
      headers,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
      signal: abort.signal,
    });
    const said = { user: userIn(response.headers, ANSWERED_FOR), serverTime: serverTimeOf(response.headers) };
    if (response.status === 304 && ask.etag && response.headers.get(MARKER) === '1') {
      return { kind: 'unchanged', headers: response.headers, ...said };
    }
    if (!isOurs(response.headers)) return { kind: 'none', reason: 'not-ours' };
    const body = await contentOf(response);
    return { kind: 'answer', status: response.status, headers: response.headers, body, ...said };
  } catch {
    // Refused, cut off, redirected or given up: whatever fetch calls it, the server was not heard.
    return { kind: 'none', reason: late ? 'timeout' : 'offline' };
  } finally {
    cancel();
  }
}
