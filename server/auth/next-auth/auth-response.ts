import type { Context } from 'hono';
import { serialize } from 'hono/utils/cookie';
import type { SetCookie } from './cookies.ts';

/** An answer of sign-in. `send` decides whether a redirect is sent as a redirect or as a URL in JSON. */
export type Answer = {
  status?: 200 | 400 | 401 | 403 | 500;
  cookies?: readonly SetCookie[];
  /** Adds the headers by which next-auth forbids caching. */
  isUncacheable?: boolean;
  /** Seconds, for Retry-After. */
  retryAfterS?: number | undefined;
} & ({ json: unknown } | { redirect: string } | { text: string } | { html: string });

/**
 * Sends the answer. For a client that sent `json=true` (a string), a redirect becomes its URL in JSON with the answer's
 * status or 200; for any other client it is a 302.
 */
export function send(c: Context, answer: Answer, wantsJson: boolean): Response {
  for (const { name, value, options } of answer.cookies ?? []) {
    c.header('Set-Cookie', serialize(name, value, options), { append: true });
  }
  if (answer.isUncacheable) {
    c.header('Cache-Control', 'private, no-cache, no-store');
    c.header('Pragma', 'no-cache');
    c.header('Expires', '0');
  }
  if (answer.retryAfterS !== undefined) c.header('Retry-After', String(answer.retryAfterS));
  if ('redirect' in answer && !wantsJson) {
    c.header('Location', answer.redirect);
    return c.body(null, 302);
  }
  const [type, body] = contentOf(answer);
  c.header('Content-Type', type);
  return c.body(body, answer.status ?? 200);
}

function contentOf(answer: Answer): [type: string, body: string] {
  if ('redirect' in answer) return ['application/json', JSON.stringify({ url: answer.redirect })];
  if ('json' in answer) return ['application/json', JSON.stringify(answer.json)];
  if ('html' in answer) return ['text/html; charset=utf-8', answer.html];
  return ['text/plain; charset=utf-8', answer.text];
}
