/** A longer one would fill the cookie that carries it. */
const MAX_LENGTH = 2_000;

/**
 * Where to go after signing in or out: paths and URLs of our own origin, the origin itself instead of any other.
 * Throws TypeError for what is neither a path nor a URL.
 */
export function redirectTarget(url: string, origin: string): string {
  if (url.length > MAX_LENGTH) return origin;
  const asked = url.startsWith('/') ? `${origin}${url}` : url;
  const parsed = new URL(asked);
  if (parsed.origin !== origin) return origin;
  // "//other.example" is a path of ours, and another site to whoever takes only the path of this.
  parsed.pathname = parsed.pathname.replace(/^\/{2,}/, '/');
  const isAsAsked = parsed.href === new URL(asked).href;
  // Whatever may not stand in a header goes in escaped, line breaks not at all.
  return isAsAsked && /^[!-~]*$/.test(asked) ? asked : parsed.href;
}

/** What the protocol accepts as a callback URL before looking at whose it is: a path, or http(s). */
export function isHttpUrl(url: string, origin: string): boolean {
  return URL.canParse(url, url.startsWith('/') ? origin : undefined)
    ? /^https?:$/.test(new URL(url, url.startsWith('/') ? origin : undefined).protocol)
    : false;
}

/**
 * The callback URL of a request (its own, else the cookie's, else the origin) and whether the cookie has to
 * learn it. Throws TypeError as `redirectTarget` does.
 */
export function resolveCallbackUrl(
  asked: string | undefined,
  remembered: string | undefined,
  origin: string,
): { url: string; isNew: boolean } {
  const given = asked || remembered;
  const url = given ? redirectTarget(given, origin) : origin;
  return { url, isNew: url !== remembered };
}
