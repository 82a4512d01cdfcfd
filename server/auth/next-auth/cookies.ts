import type { CookieOptions } from 'hono/utils/cookie';

/** Cookie names and attributes of next-auth v4. Over https the names carry the prefixes that browsers enforce. */
export type CookieNames = { session: string; callbackUrl: string; csrf: string };

export function cookieNames(isSecure: boolean): CookieNames {
  const prefix = isSecure ? '__Secure-' : '';
  return {
    session: `${prefix}next-auth.session-token`,
    callbackUrl: `${prefix}next-auth.callback-url`,
    csrf: `${isSecure ? '__Host-' : ''}next-auth.csrf-token`,
  };
}

export type SetCookie = { name: string; value: string; options: CookieOptions };
export type Cookies = Readonly<Record<string, string>>;

export function setCookie(name: string, value: string, isSecure: boolean, expires?: Date): SetCookie {
  return { name, value, options: { ...attributes(isSecure), ...(expires && { expires }) } };
}

export function clearCookie(name: string, isSecure: boolean): SetCookie {
  return { name, value: '', options: { ...attributes(isSecure), maxAge: 0 } };
}

/** The value of a cookie, joined from `name.0`, `name.1` … when it came in chunks; undefined when there is none. */
export function readChunked(cookies: Cookies, name: string): string | undefined {
  const value = piecesOf(cookies, name)
    .map((piece) => cookies[piece])
    .join('');
  return value || undefined;
}

/** Clears the cookie under every name it came by, except the given one. */
export function clearChunked(cookies: Cookies, name: string, isSecure: boolean, except?: string): SetCookie[] {
  return piecesOf(cookies, name)
    .filter((piece) => piece !== except)
    .map((piece) => clearCookie(piece, isSecure));
}

function piecesOf(cookies: Cookies, name: string): string[] {
  const numberOf = (piece: string) => (piece === name ? -1 : Number(piece.slice(name.length + 1)));
  return Object.keys(cookies)
    .filter((key) => key === name || (key.startsWith(`${name}.`) && /^\d{1,3}$/.test(key.slice(name.length + 1))))
    .sort((a, b) => numberOf(a) - numberOf(b));
}

function attributes(isSecure: boolean): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure };
}
