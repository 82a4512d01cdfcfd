import { DEVICE_SEQ, EXPECTED_USER, INSTANCE_ID, PAYLOAD_VERSION, REQUEST_ID } from '#contract/wire/headers.ts';
import { offlinePolicies, UPLOAD_ABORT_MS } from '#contract/wire/offline-policies.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '#contract/wire/write.ts';
import { type ExchangePorts, exchange } from '../exchange.ts';
import { nameUser, serverTimeOf } from '../headers.ts';
import { jsonOf } from '../json-of.ts';
import type { SendResult } from './classify.ts';
import type { Entry } from './entry.ts';

/** The result, and the id of the server's database where the answer names it. */
type SentTo = SendResult & { instance?: string | null };

/** Sends an entry as it was frozen, on behalf of its author. Never rejects; `stop` aborts the attempt. */
export async function sendEntry(
  ports: ExchangePorts,
  { entry, blob, token, stop }: { entry: Entry; blob: Blob | undefined; token: string; stop?: AbortSignal },
): Promise<SentTo> {
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
  const got = await exchange(ports, {
    url: entry.path,
    method: entry.method,
    headers,
    body: entry.body ?? blob ?? null,
    limitMs: entry.body === null ? UPLOAD_ABORT_MS : offlinePolicies.outbox.abortMs,
    signal: stop,
  });
  if (got.kind === 'none') return { kind: 'none', reason: got.reason };
  const { status, headers: said } = got.response;
  const text = typeof got.content === 'string' ? got.content : '';
  return {
    kind: 'answer',
    status,
    body: jsonOf(text),
    text,
    requestId: said.get(REQUEST_ID) ?? '',
    isReplay: said.has(IDEMPOTENCY_REPLAYED),
    answeredAt: serverTimeOf(said),
    retryAfterMs: retryAfterOf(said),
    instance: said.get(INSTANCE_ID),
  };
}

/** Our server's Retry-After is in seconds. */
function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : null;
}
