/** On every answer of our server; what comes without it was said by somebody else and is neither kept nor believed. */
export const MARKER = 'X-Api';
/** Whose answer it is: the user's id, percent-encoded for headers take no Hangul, or `anon`. */
export const ANSWERED_FOR = 'X-User';
/** The server's clock, epoch ms. */
export const SERVER_TIME = 'X-Server-Time';
export const REQUEST_ID = 'X-Request-Id';
export const BUILD = 'X-Build';

/** Sent by the page: who it believes is signed in. Server and worker refuse when they know better. */
export const EXPECTED_USER = 'X-Expected-User';
/** Sent by the page to the worker: `peek` wants the kept copy alone, `network` the server alone. */
export const READ_MODE = 'X-Read-Mode';

/** Said by the worker: `network`, `hit` (the copy, as planned) or `stale` (the copy, for want of the network). */
export const FROM = 'X-Cache';
/** Said by the worker: when the server gave this answer, epoch ms of the server's clock. */
export const FETCHED_AT = 'X-Fetched-At';
/** Said by the worker: why the network had no answer. */
export const NO_ANSWER = 'X-No-Answer';

/** Said by the worker: stretches of time that an answer composed on the device lacks, `begin-end`, epoch ms. */
export const MISSING = 'X-Missing';

/** True for an answer of our server: its marker and JSON. Everything else counts as no network. */
export function isOurs(headers: Headers): boolean {
  return headers.get(MARKER) === '1' && /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '');
}

/** The server's clock as the answer carries it, epoch ms; null without a readable one. */
export function serverTimeOf(headers: Headers): number | null {
  const sent = headers.get(SERVER_TIME);
  const at = sent === null ? Number.NaN : Number(sent);
  return Number.isFinite(at) ? at : null;
}

/** The user a header names; null without one or when it is garbled. */
export function userIn(headers: Headers, name: typeof ANSWERED_FOR | typeof EXPECTED_USER): string | null {
  const sent = headers.get(name);
  try {
    return sent === null ? null : decodeURIComponent(sent);
  } catch {
    // A stray % sign: no user of ours.
    return null;
  }
}

export function nameUser(headers: Headers, name: typeof ANSWERED_FOR | typeof EXPECTED_USER, uid: string): void {
  headers.set(name, encodeURIComponent(uid));
}

/** The stretches of time an answer lacks, epoch ms; none when it is whole. */
export function missingIn(headers: Headers): [begin: number, end: number][] {
  const sent = headers.get(MISSING) ?? '';
  return [...sent.matchAll(/(\d+)-(\d+)/g)].map(([, begin, end]) => [Number(begin), Number(end)]);
}
