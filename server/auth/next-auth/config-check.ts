import type { AuthRequest } from './auth-request.ts';
import type { Answer } from './auth-response.ts';
import { isHttpUrl } from './callback-url.ts';
import { clearCookie } from './cookies.ts';
import { type AuthOptions, type ConfigCode, problemWith } from './options.ts';
import { errorPage } from './pages.ts';

/** The first configuration problem that prevents an answer, checked in the order of next-auth v4. */
export function configProblem(visit: AuthRequest, options: AuthOptions): ConfigCode | undefined {
  const problem = problemWith(options);
  if (problem === 'NO_SECRET') return problem;
  if (visit.action === '') return 'MISSING_NEXTAUTH_API_ROUTE_ERROR';
  const { query, fields, origin } = visit;
  const asked = query.get('callbackUrl');
  if (asked && !isHttpUrl(asked, origin)) return 'INVALID_CALLBACK_URL_ERROR';
  if (isCookiePoisoned(visit)) return 'INVALID_CALLBACK_URL_ERROR';
  const sent = fields.get('callbackUrl');
  // Another scheme in a body is allowed: it leads to our own origin. Only a string that is no URL is refused.
  if (sent && !sent.startsWith('/') && !URL.canParse(sent)) return 'INVALID_CALLBACK_URL_ERROR';
  return problem;
}

/** A 500 in JSON, or a page for a browser. Clears an invalid callback cookie, which would block every call. */
export function configAnswer(visit: AuthRequest): Answer {
  const cookies = isCookiePoisoned(visit) ? [clearCookie(visit.cookieNames.callbackUrl, visit.isSecure)] : [];
  const isPage = visit.method === 'GET' && ['signin', 'signout', 'error'].includes(visit.action);
  if (isPage) return { ...errorPage('Configuration'), cookies };
  const message = 'There is a problem with the server configuration. Check the server logs for more information.';
  return { status: 500, json: { message }, cookies };
}

function isCookiePoisoned({ cookies, cookieNames, origin }: AuthRequest): boolean {
  const remembered = cookies[cookieNames.callbackUrl];
  return Boolean(remembered) && !isHttpUrl(remembered ?? '', origin);
}
