import type { AuthRequest } from './auth-request.ts';
import type { Answer } from './auth-response.ts';
import { isHttpUrl } from './callback-url.ts';
import { clearCookie } from './cookies.ts';
import { type AuthOptions, type ConfigCode, problemWith } from './options.ts';
import { errorPage } from './pages.ts';

/** What keeps a visit from being served at all, in the order in which next-auth v4 looks. */
export function configProblem(visit: AuthRequest, options: AuthOptions): ConfigCode | undefined {
  const problem = problemWith(options);
  if (problem === 'NO_SECRET') return problem;
  if (visit.action === '') return 'MISSING_NEXTAUTH_API_ROUTE_ERROR';
  const { query, fields, origin } = visit;
  const asked = query.get('callbackUrl');
  if (asked && !isHttpUrl(asked, origin)) return 'INVALID_CALLBACK_URL_ERROR';
  if (isCookiePoisoned(visit)) return 'INVALID_CALLBACK_URL_ERROR';
  const sent = fields.get('callbackUrl');
  // In a body another scheme only leads to the origin; what is no URL at all is refused like the rest.
  if (sent && !sent.startsWith('/') && !URL.canParse(sent)) return 'INVALID_CALLBACK_URL_ERROR';
  return problem;
}

/** 500 in JSON, or a page for those who came by browser. A poisoned cookie goes, or it would stop every call. */
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
