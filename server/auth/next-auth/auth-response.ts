import type { Context } from 'hono';
import { serialize } from 'hono/utils/cookie';
import type { SetCookie } from './cookies.ts';

/** What sign-in answers, before it is known whether the client wants a redirect or its URL as JSON. */
export type Answer = {
  status?: 200 | 400 | 401 | 403 | 500;
  cookies?: readonly SetCookie[];
  /** The protocol's own headers against keeping the answer. */
  isUncacheable?: boolean;
  /** For Retry-After. */
  retryAfterS?: number | undefined;
} & ({ json: unknown } | { redirect: string } | { text: string } | { html: string });

/**
 * Writes the answer. A redirect to a client that sent `json=true` (the string) is 200, or its own status, with
 * the URL in JSON; to any other it is 302 whatever its status was.
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
