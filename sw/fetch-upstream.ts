import { ANSWER_USER, EXPECTED_USER } from '#contract/wire/headers.ts';
import { type ExchangePorts, exchange } from '#src/offline/exchange.ts';
import { nameUser, serverTimeOf, userIn } from '#src/offline/headers.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { Timers } from '#src/offline/timers.ts';

/** Outcome of one request to the server. */
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
  /** ETag of the cached answer; the server then answers 304 if it is unchanged. */
  etag: string | null;
  abortMs: number;
};

export type Fetch = ExchangePorts['fetch'];

/**
 * Asks the server. Redirects and answers that are not ours count as no network, so that the sign-in page of a Wi-Fi
 * network is never taken for an answer. Never rejects.
 */
export async function fetchUpstream(fetch: Fetch, timers: Timers, ask: UpstreamRequest): Promise<Outcome> {
  const headers = new Headers({ Accept: 'application/json' });
  if (ask.authorization) headers.set('Authorization', ask.authorization);
  if (ask.uid !== null) nameUser(headers, EXPECTED_USER, ask.uid);
  if (ask.etag) headers.set('If-None-Match', ask.etag);
  const got = await exchange({ fetch, timers }, { url: ask.key, headers, limitMs: ask.abortMs });
  if (got.kind === 'none') return { kind: 'none', reason: got.reason };
  const { status, headers: said } = got.response;
  const by = { headers: said, user: userIn(said, ANSWER_USER), serverTime: serverTimeOf(said) };
  return status === 304 ? { kind: 'unchanged', ...by } : { kind: 'answer', status, body: got.content, ...by };
}
