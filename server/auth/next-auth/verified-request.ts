import type { AuthRequest } from './auth-request.ts';
import { resolveCallbackUrl } from './callback-url.ts';
import { type SetCookie, setCookie } from './cookies.ts';
import { checkCsrf } from './csrf.ts';

/** A request that has passed the configuration checks, with its CSRF result and its callback URL. */
export type VerifiedRequest = AuthRequest & {
  csrfToken: string;
  isCsrfVerified: boolean;
  callbackUrl: string;
  /** The CSRF and callback cookies that the browser does not have yet; most answers set them. */
  freshCookies: readonly SetCookie[];
};

export function verifyRequest(visit: AuthRequest, secret: string): VerifiedRequest {
  const { cookies, cookieNames: names, fields, query, isSecure } = visit;
  const csrf = checkCsrf(secret, {
    cookieValue: cookies[names.csrf],
    bodyToken: fields.get('csrfToken'),
    isPost: visit.method === 'POST',
  });
  const asked = fields.get('callbackUrl') ?? query.get('callbackUrl') ?? undefined;
  const callback = resolveCallbackUrl(asked, cookies[names.callbackUrl], visit.origin);
  const freshCookies: SetCookie[] = [];
  if (csrf.cookieValue) freshCookies.push(setCookie(names.csrf, csrf.cookieValue, isSecure));
  if (callback.isNew) freshCookies.push(setCookie(names.callbackUrl, callback.url, isSecure));
  return {
    ...visit,
    csrfToken: csrf.token,
    isCsrfVerified: csrf.isVerified,
    callbackUrl: callback.url,
    freshCookies,
  };
}
