import { MARKER } from '#contract/wire/headers.ts';
import { contentOf, isOurs } from './headers.ts';
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
  /** When it is given up, answer and all, ms. */
  limitMs: number;
  /** Gives it up before. */
  signal?: AbortSignal | undefined;
};

/** What came of it; `content` is empty where the server only said that the copy at hand still holds (304). */
type Exchanged =
  | { kind: 'answer'; response: Response; content: string | Blob }
  | { kind: 'none'; reason: NoAnswerReason; cause?: unknown };

/**
 * One request and the whole of its answer, for pages and worker alike. Only our server is heard: a redirect and
 * everything without our marker, the sign-in page of a Wi-Fi say, count as no network. Never rejects.
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
    const isConfirmation = response.status === 304 && response.headers.get(MARKER) === '1';
    if (!isConfirmation && !isOurs(response.headers)) return { kind: 'none', reason: 'not-ours' };
    return { kind: 'answer', response, content: await contentOf(response) };
  } catch (cause) {
    // Refused, cut off, redirected or given up: whatever fetch calls it, the server was not heard.
    return { kind: 'none', reason: isLate ? 'timeout' : 'offline', cause };
  } finally {
    cancel();
    signal?.removeEventListener('abort', follow);
  }
}
