import { type ANSWERED_FOR, type EXPECTED_USER, MARKER, MISSING, SERVER_TIME } from '#contract/wire/headers.ts';

/** True for an answer of our server: its marker, and JSON or a picture. Everything else counts as no network. */
export function isOurs(headers: Headers): boolean {
  const isKnown = /^(?:application\/(?:[\w.-]+\+)?json|image\/webp)\b/i.test(headers.get('Content-Type') ?? '');
  return headers.get(MARKER) === '1' && isKnown;
}

/** What an answer of our server holds: text, or a picture. */
export async function contentOf(response: Response): Promise<string | Blob> {
  return /^image\//i.test(response.headers.get('Content-Type') ?? '') ? response.blob() : response.text();
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
