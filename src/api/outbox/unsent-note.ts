import * as z from 'zod/mini';
import { observable } from '#src/lib/observable.ts';

/** The cookie that holds the counts: a browser that evicts a site's storage leaves its cookies. */
const NAME = 'onsil-unsent';
/** The longest lifetime that browsers allow, s. */
const MAX_AGE_S = 400 * 86_400;

const numbers = z.record(z.string(), z.number());

/** The part of `document` that is used. */
type CookieJar = { cookie: string };

/** How many writes of a user were queued at the last note; 0 without a note. */
export function notedUnsent(uid: string, jar: CookieJar = document): number {
  return read(jar)[uid] ?? 0;
}

/** Notes how many writes of a user are queued, outside the storage that holds them. */
export function noteUnsent(uid: string, count: number, jar: CookieJar = document): void {
  const { [uid]: _, ...others } = read(jar);
  const all = count > 0 ? { ...others, [uid]: count } : others;
  const age = Object.keys(all).length > 0 ? MAX_AGE_S : 0;
  jar.cookie = `${NAME}=${encodeURIComponent(JSON.stringify(all))}; Path=/; Max-Age=${age}; SameSite=Strict`;
}

/** Raised with each write that pages do not know of yet. */
export const waitingNoted = observable(0);

/** Notes that a write of a user waits now, before anybody has counted. */
export function noteWaiting(uid: string, jar: CookieJar = document): void {
  if (notedUnsent(uid, jar) === 0) noteUnsent(uid, 1, jar);
  waitingNoted.set(waitingNoted.get() + 1);
}

/**
 * Notes how many writes of a user are queued, and returns how many were lost since the last note: all of them if the
 * browser has evicted the storage, otherwise 0. Rejects when the storage hangs; the note then stays for the next
 * start.
 */
export async function noteAndCountLost(
  uid: string,
  waiting: number,
  isUntouched: () => Promise<boolean>,
  jar?: CookieJar,
): Promise<number> {
  const noted = notedUnsent(uid, jar);
  if (noted === waiting) return 0;
  const isEmptied = waiting === 0 && (await isUntouched());
  // Another window, or an earlier call, has told it meanwhile.
  if (notedUnsent(uid, jar) !== noted) return 0;
  noteUnsent(uid, waiting, jar);
  return isEmptied ? noted : 0;
}

function read({ cookie }: CookieJar): Record<string, number> {
  const [, value = ''] = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(cookie) ?? [];
  try {
    const found = z.safeParse(numbers, JSON.parse(decodeURIComponent(value)));
    return found.success ? found.data : {};
  } catch {
    // No note, or another user's.
    return {};
  }
}
