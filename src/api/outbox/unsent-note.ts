import * as z from 'zod/mini';

/** The cookie in which the numbers stand: a browser that empties a site for want of room leaves its cookies. */
const NAME = 'onsil-unsent';
/** As long as browsers keep any, s. */
const MAX_AGE_S = 400 * 86_400;

const numbers = z.record(z.string(), z.number());

/** What of `document` is used. */
type CookieJar = { cookie: string };

/** How many writes a user had waiting when this was last noted; 0 where nothing was. */
function notedUnsent(uid: string, jar: CookieJar = document): number {
  return read(jar)[uid] ?? 0;
}

/** Notes how many writes a user has waiting, beside the storage that holds them. */
export function noteUnsent(uid: string, count: number, jar: CookieJar = document): void {
  const { [uid]: _, ...others } = read(jar);
  const all = count > 0 ? { ...others, [uid]: count } : others;
  const age = Object.keys(all).length > 0 ? MAX_AGE_S : 0;
  jar.cookie = `${NAME}=${encodeURIComponent(JSON.stringify(all))}; Path=/; Max-Age=${age}; SameSite=Strict`;
}

/**
 * Notes how many writes a user has waiting, and answers how many were lost since that was last noted: all of them where
 * the browser has emptied the device, none else. Rejects when the storage hangs; the number stays for the next start then.
 */
export async function noteOrMiss(
  uid: string,
  waiting: number,
  isUntouched: () => Promise<boolean>,
  jar?: CookieJar,
): Promise<number> {
  const noted = notedUnsent(uid, jar);
  if (noted === waiting) return 0;
  const isEmptied = waiting === 0 && (await isUntouched());
  noteUnsent(uid, waiting, jar);
  return isEmptied ? noted : 0;
}

function read({ cookie }: CookieJar): Record<string, number> {
  const [, value = ''] = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(cookie) ?? [];
  try {
    const found = z.safeParse(numbers, JSON.parse(decodeURIComponent(value)));
    return found.success ? found.data : {};
  } catch {
    // None, or somebody else's.
    return {};
  }
}
