import { DEVICE_SEQ, EXPECTED_USER, PAYLOAD_VERSION, REQUEST_ID } from '#contract/wire/headers.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '#contract/wire/write.ts';
import { isOurs, nameUser } from '../headers.ts';
import type { Timers } from '../timers.ts';
import type { Sent } from './classify.ts';
import type { Entry } from './entry.ts';

/** When an attempt is given up, ms; bytes of a photo need longer on a thin line. */
const TEXT_LIMIT_MS = 20_000;
const BLOB_LIMIT_MS = 60_000;

export type SendPorts = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  timers: Timers;
};

/**
 * Hands an entry to the network as it was frozen, in the name of whoever wrote it. A redirect, and anything without our
 * marker and JSON, is no answer. Never rejects; `stop` gives the attempt up.
 */
export async function sendEntry(
  { fetch, timers }: SendPorts,
  { entry, blob, token, stop }: { entry: Entry; blob: Blob | undefined; token: string; stop?: AbortSignal },
): Promise<Sent> {
  const body = entry.body ?? blob ?? null;
  const headers = new Headers({
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    [IDEMPOTENCY_KEY]: entry.id,
    [DEVICE_SEQ]: String(entry.seq),
    [PAYLOAD_VERSION]: String(entry.payloadVersion),
  });
  nameUser(headers, EXPECTED_USER, entry.uid);
  if (entry.body !== null) headers.set('Content-Type', 'application/json');
  else if (blob) headers.set('Content-Type', blob.type || 'application/octet-stream');
  const abort = new AbortController();
  let isLate = false;
  const cancel = timers.after(entry.body === null ? BLOB_LIMIT_MS : TEXT_LIMIT_MS, () => {
    isLate = true;
    abort.abort();
  });
  const follow = () => abort.abort();
  stop?.addEventListener('abort', follow);
  try {
    stop?.throwIfAborted();
    const response = await fetch(entry.path, {
      method: entry.method,
      headers,
      body,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
      signal: abort.signal,
    });
    if (!isOurs(response.headers)) return { kind: 'none', reason: 'not-ours' };
    const text = await response.text();
    return {
      kind: 'answer',
      status: response.status,
      body: parsed(text),
      text,
      requestId: response.headers.get(REQUEST_ID) ?? '',
      isReplay: response.headers.has(IDEMPOTENCY_REPLAYED),
      retryAfterMs: retryAfterOf(response.headers),
    };
  } catch {
    // Refused, cut off, redirected or given up: whatever fetch calls it, the server was not heard.
    return { kind: 'none', reason: isLate ? 'timeout' : 'offline' };
  } finally {
    cancel();
    stop?.removeEventListener('abort', follow);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut short; classify takes undefined for no answer.
    return undefined;
  }
}

/** Our server names seconds. */
function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : null;
}
