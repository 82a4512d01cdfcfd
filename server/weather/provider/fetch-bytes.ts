import { SECOND_MS } from '#contract/time/time.ts';

/** Some gateways refuse requests without a user agent. */
const USER_AGENT = 'onsil (weather for farms)';
/** The time limit for the whole answer. */
const TIMEOUT_MS = 10_000;
/** The largest answers of these services have some hundred kilobytes. */
const MAX_BYTES = 4_000_000;

export type Fetched = {
  status: number;
  bytes: Uint8Array;
  /** How long the service asks to wait, ms; null when it does not say. */
  retryAfterMs: number | null;
};

/** Fetches an answer as bytes. Throws when it is late (a TimeoutError), too large, interrupted or unavailable. */
export async function fetchBytes(url: URL, { signal, timeoutMs = TIMEOUT_MS }: FetchOptions): Promise<Fetched> {
  // Not AbortSignal.any with AbortSignal.timeout: Node 20 garbage-collects such a signal with its timer, and a request
  // to a service that never answers would hang for ever.
  const deadline = new AbortController();
  const stop = () => deadline.abort(signal.reason);
  const timer = setTimeout(() => deadline.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const answer = await fetch(url, {
      headers: { 'user-agent': USER_AGENT },
      redirect: 'error',
      signal: deadline.signal,
    });
    const retryAfterMs = waitOf(answer.headers.get('retry-after'), Date.now());
    return { status: answer.status, bytes: await bytesOf(answer), retryAfterMs };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Parses Retry-After (RFC 9110, 10.2.3), seconds or a date, as ms from `now`; null when it is neither. */
export function waitOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * SECOND_MS;
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, until - now);
}

async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

type FetchOptions = { signal: AbortSignal; timeoutMs?: number | undefined };
