import type { Logger } from 'pino';
import type { Session } from '#contract/user/auth.ts';
import type { Store } from '../../db/open.ts';
import { listMenu } from '../../menu/queries.ts';
import type { LiveSession, Sessions } from '../session/sessions.ts';
import type { Tokens } from '../session/token.ts';
import type { Answer } from './auth-response.ts';
import { clearChunked, readChunked, setCookie } from './cookies.ts';
import type { VerifiedRequest } from './verified-request.ts';

export type SessionParts = { store: Store; sessions: Sessions; tokens: Tokens; log: Logger };

/**
 * Answers the session as the client sees it and extends its idle life. Without a session it answers `{}`, never null or
 * 401, as next-auth does. A POST (update) gets the same: nothing that a client sends enters the session.
 */
export async function answerSession(
  exchange: VerifiedRequest,
  { store, sessions, tokens, log }: SessionParts,
): Promise<Answer> {
  const { cookies, cookieNames: names, isSecure, freshCookies } = exchange;
  const isUncacheable = exchange.method === 'GET';
  const cookieValue = readChunked(cookies, names.session);
  if (cookieValue === undefined) return { json: {}, isUncacheable, cookies: freshCookies };

  const session = await sessions.renew(cookieValue);
  if (!session) {
    log.warn(
      { code: 'JWT_SESSION_ERROR', address: exchange.address },
      'a session cookie that is not known or no longer valid',
    );
    const cleared = clearChunked(cookies, names.session, isSecure);
    return { json: {}, isUncacheable, cookies: [...freshCookies, ...cleared] };
  }
  const renewed = setCookie(names.session, cookieValue, isSecure, new Date(session.expiresAt));
  const pieces = clearChunked(cookies, names.session, isSecure, names.session);
  return {
    json: await describe(session, store, tokens),
    isUncacheable,
    cookies: [...freshCookies, ...pieces, renewed],
  };
}

async function describe(session: LiveSession, store: Store, tokens: Tokens): Promise<Session> {
  const menus = await listMenu(store, session.authority);
  const permitted = menus.flatMap(({ childMenus }) => childMenus.map(({ menuUrl, authCode }) => [menuUrl, authCode]));
  return {
    user: { name: session.name, ...(session.email !== null && { email: session.email }) },
    expires: new Date(session.expiresAt).toISOString(),
    jwtToken: await tokens.issue(session),
    userId: session.login,
    userAuthority: session.authority,
    isNew: session.isNew,
    urlMap: Object.fromEntries(permitted),
    ...(session.mustChangePassword && { mustChangePassword: true }),
  };
}
