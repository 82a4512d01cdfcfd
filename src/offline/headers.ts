import {
  ANSWER_MARKER,
  type ANSWER_USER,
  type EXPECTED_USER,
  MISSING_RANGES,
  SERVER_TIME,
} from '#contract/wire/headers.ts';

/**
 * Whether a response is from our server: it has our header and is JSON or a picture. Everything else counts as no
 * network.
 */
export function isFromOwnServer(headers: Headers): boolean {
  const isKnown = /^(?:application\/(?:[\w.-]+\+)?json|image\/webp)\b/i.test(headers.get('Content-Type') ?? '');
  return headers.get(ANSWER_MARKER) === '1' && isKnown;
}

/** The body of our server's response: text, or a picture. */
export async function contentOf(response: Response): Promise<string | Blob> {
  return /^image\//i.test(response.headers.get('Content-Type') ?? '') ? response.blob() : response.text();
}

/** The server's clock in the response headers, epoch ms; null if missing or invalid. */
export function serverTimeOf(headers: Headers): number | null {
  const sent = headers.get(SERVER_TIME);
  const at = sent === null ? Number.NaN : Number(sent);
  return Number.isFinite(at) ? at : null;
}

/** The user named in a header; null if missing or invalid. */
export function userIn(headers: Headers, name: typeof ANSWER_USER | typeof EXPECTED_USER): string | null {
  const sent = headers.get(name);
  try {
    return sent === null ? null : decodeURIComponent(sent);
  } catch {
    // An invalid percent encoding: not a user of ours.
    return null;
  }
}

export function nameUser(headers: Headers, name: typeof ANSWER_USER | typeof EXPECTED_USER, uid: string): void {
  headers.set(name, encodeURIComponent(uid));
}

/** The time ranges that a response lacks, epoch ms; none when it is complete. */
export function missingIn(headers: Headers): [begin: number, end: number][] {
  const sent = headers.get(MISSING_RANGES) ?? '';
  return [...sent.matchAll(/(\d+)-(\d+)/g)].map(([, begin, end]) => [Number(begin), Number(end)]);
}
