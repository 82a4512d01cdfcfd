/** Characters. A longer URL would not fit into its cookie. */
const MAX_LENGTH = 2_000;

/**
 * Where to go after signing in or out: a path or URL of our own origin; for another origin, our origin itself. Throws
 * TypeError for a string that is neither a path nor a URL.
 */
export function redirectTarget(url: string, origin: string): string {
  if (url.length > MAX_LENGTH) return origin;
  const asked = url.startsWith('/') ? `${origin}${url}` : url;
  const parsed = new URL(asked);
  if (parsed.origin !== origin) return origin;
  // Collapses leading slashes: a client that uses the path "//other.example" alone would go to another site.
  parsed.pathname = parsed.pathname.replace(/^\/{2,}/, '/');
  const isAsAsked = parsed.href === new URL(asked).href;
  // Characters that a header cannot hold are percent-encoded; line breaks are dropped.
  return isAsAsked && /^[!-~]*$/.test(asked) ? asked : parsed.href;
}

/** Whether the protocol accepts this as a callback URL, of any origin: a path, or http(s). */
export function isHttpUrl(url: string, origin: string): boolean {
  return URL.canParse(url, url.startsWith('/') ? origin : undefined)
    ? /^https?:$/.test(new URL(url, url.startsWith('/') ? origin : undefined).protocol)
    : false;
}

/**
 * The callback URL of a request (its own, else the cookie's, else the origin) and whether the cookie must be set.
 * Throws TypeError as `redirectTarget` does.
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
