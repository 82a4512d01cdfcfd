import { ANSWER_MARKER } from '#contract/wire/headers.ts';
import { contentOf, isFromOwnServer } from './headers.ts';
import type { NoAnswerReason } from './no-answer.ts';
import type { Timers } from './timers.ts';

export type ExchangePorts = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  timers: Timers;
};

type Asked = {
  url: string;
  method?: string;
  headers: Headers;
  body?: string | Blob | null;
  /** Timeout for the request and its whole response, ms. */
  limitMs: number;
  /** Aborts the request earlier. */
  signal?: AbortSignal | undefined;
};

/** The result of a request; `content` is empty for 304 (the cached copy is still valid). */
type Exchanged =
  | { kind: 'answer'; response: Response; content: string | Blob }
  | { kind: 'none'; reason: NoAnswerReason; cause?: unknown };

/**
 * Sends one request and reads the whole response, for page and worker. Only our server's responses count: a redirect,
 * or a response without our header such as the sign-in page of a Wi-Fi, counts as no network. Never rejects.
 */
export async function exchange({ fetch, timers }: ExchangePorts, asked: Asked): Promise<Exchanged> {
  const { url, method = 'GET', headers, body = null, limitMs, signal } = asked;
  const abort = new AbortController();
  let isLate = false;
  const cancel = timers.after(limitMs, () => {
    isLate = true;
    abort.abort();
  });
  const follow = () => abort.abort();
  signal?.addEventListener('abort', follow);
  try {
    signal?.throwIfAborted();
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
      signal: abort.signal,
    });
    const isConfirmation = response.status === 304 && response.headers.get(ANSWER_MARKER) === '1';
    if (!isConfirmation && !isFromOwnServer(response.headers)) return { kind: 'none', reason: 'not-ours' };
    return { kind: 'answer', response, content: await contentOf(response) };
  } catch (cause) {
    // Refused, cut off, redirected or aborted: in every case the server did not answer.
    return { kind: 'none', reason: isLate ? 'timeout' : 'offline', cause };
  } finally {
    cancel();
    signal?.removeEventListener('abort', follow);
  }
}
