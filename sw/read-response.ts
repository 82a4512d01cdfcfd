import { errors } from '#contract/wire/errors.ts';
import {
  ANSWER_MARKER,
  ANSWER_USER,
  BUILD_ID,
  CACHE_STATUS,
  FETCHED_AT,
  INSTANCE_ID,
  MISSING_RANGES,
  NO_ANSWER_REASON,
  REQUEST_ID,
  SERVER_TIME,
} from '#contract/wire/headers.ts';
import { nameUser } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { ApiRow } from '#src/offline/read-db.ts';
import type { Outcome } from './fetch-upstream.ts';

const CARRIED = [ANSWER_MARKER, ANSWER_USER, BUILD_ID, INSTANCE_ID, REQUEST_ID, SERVER_TIME, 'ETag', 'Retry-After'];

function ownHeaders(body: string | Blob = ''): Headers {
  const type = typeof body === 'string' ? 'application/json' : body.type;
  return new Headers({ 'Content-Type': type, 'Cache-Control': 'no-store', [ANSWER_MARKER]: '1' });
}

/** The server's answer, successful or not. */
export function fromServer({ status, body, headers: sent, serverTime }: Outcome & { kind: 'answer' }, now: number) {
  const headers = ownHeaders(body);
  for (const name of CARRIED) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set(CACHE_STATUS, 'network');
  headers.set(FETCHED_AT, String(serverTime ?? now));
  return new Response(body, { status, headers });
}

type DeviceAnswer = {
  uid: string | null;
  row: ApiRow;
  /** `network` when the server has just confirmed the cached answer. */
  from: 'hit' | 'stale' | 'network';
  reason?: NoAnswerReason;
};

/** A cached answer. It has no server time, because the server's clock was read long ago. */
export function fromDevice({ uid, row, from, reason }: DeviceAnswer): Response {
  const headers = ownHeaders(row.body);
  if (uid !== null) nameUser(headers, ANSWER_USER, uid);
  headers.set(CACHE_STATUS, from);
  headers.set(FETCHED_AT, String(row.serverTime ?? row.fetchedAt));
  if (reason) headers.set(NO_ANSWER_REASON, reason);
  return new Response(row.body, { status: 200, headers });
}

/** An answer composed on the device. `missing` are the spans that it does not cover, epoch ms. */
type Composed = {
  uid: string;
  body: string;
  from: 'hit' | 'stale' | 'network';
  reason: NoAnswerReason | undefined;
  fetchedAt: number;
  missing: readonly (readonly [begin: number, end: number])[];
};

export function composedResponse({ uid, body, from, reason, fetchedAt, missing }: Composed): Response {
  const headers = ownHeaders();
  nameUser(headers, ANSWER_USER, uid);
  headers.set(CACHE_STATUS, from);
  headers.set(FETCHED_AT, String(fetchedAt));
  if (reason) headers.set(NO_ANSWER_REASON, reason);
  if (missing.length > 0) headers.set(MISSING_RANGES, missing.map(([begin, end]) => `${begin}-${end}`).join());
  return new Response(body, { status: 200, headers });
}

export function withoutAnswer(reason: NoAnswerReason): Response {
  const headers = ownHeaders();
  headers.set(NO_ANSWER_REASON, reason);
  return new Response(JSON.stringify({ reason }), { status: 504, headers });
}

/**
 * Answer to `cache-only` without a cached answer. It is not an error status, because the browser's console would list it.
 */
export function notCached(): Response {
  const headers = ownHeaders();
  headers.set(NO_ANSWER_REASON, 'offline');
  return new Response(null, { status: 204, headers });
}

/** Replaces an answer for another user; nothing of it reaches the page. */
export function forAnotherUser(sent: Headers): Response {
  const { status, message } = errors.IDENTITY_MISMATCH;
  const body = { code: 'IDENTITY_MISMATCH', status, message, requestId: sent.get(REQUEST_ID) ?? '' };
  return new Response(JSON.stringify(body), { status, headers: ownHeaders() });
}
