/** Some gateways refuse whoever does not say who they are. */
const USER_AGENT = 'onsil (weather for farms)';
/** The whole answer must be there by then. */
const TIMEOUT_MS = 10_000;
/** The largest answers of these services have some hundred kilobytes. */
const MAX_BYTES = 4_000_000;

export type Fetched = { status: number; bytes: Uint8Array };

/** An answer as bytes. Throws when it is late, too large, breaks off or cannot be had. */
export async function fetchBytes(url: URL, { signal, timeoutMs = TIMEOUT_MS }: FetchOptions): Promise<Fetched> {
  const answer = await fetch(url, {
    headers: { 'user-agent': USER_AGENT },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return { status: answer.status, bytes: Buffer.concat(parts) };
}

type FetchOptions = { signal: AbortSignal; timeoutMs?: number | undefined };
