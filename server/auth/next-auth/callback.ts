import type { Logger } from 'pino';
import type { Sessions } from '../session/sessions.ts';
import type { Answer } from './auth-response.ts';
import { clearChunked, readChunked, setCookie } from './cookies.ts';
import { type AuthOptions, type Provider, SignInRefused, type SignInUser } from './options.ts';
import type { VerifiedRequest } from './verified-request.ts';

/** Handles POST callback/credentials: checks the password, then the permission, then starts a session. */
export async function answerCallback(
  exchange: VerifiedRequest,
  provider: Extract<Provider, { type: 'credentials' }>,
  { options, sessions, log }: { options: AuthOptions; sessions: Sessions; log: Logger },
): Promise<Answer> {
  const { base, freshCookies, address } = exchange;
  const wrongPair = (): Answer => {
    log.warn({ code: 'CredentialsSignin', address }, 'sign-in failed');
    const reason = new URLSearchParams({ error: 'CredentialsSignin', provider: provider.id });
    return { status: 401, redirect: `${base}/error?${reason}`, cookies: freshCookies };
  };
  if (!exchange.isCsrfVerified) return { redirect: `${base}/signin?csrf=true`, cookies: freshCookies };

  const user = await orRefused(async () => provider.authorize?.(exchange));
  if (user instanceof SignInRefused) {
    const { message, retryAfterS } = user;
    if (retryAfterS === undefined) log.warn({ code: message, address }, 'sign-in refused after the right password');
    else log.warn({ code: 'SIGN_IN_HELD_BACK', address }, 'sign-in refused before the password was looked at');
    const redirect = `${base}/error?error=${encodeURIComponent(message)}`;
    return { status: 401, redirect, retryAfterS, cookies: freshCookies };
  }
  if (!user) return wrongPair();

  const allowed = await orRefused(() => options.signIn(user));
  if (allowed instanceof SignInRefused) {
    return { redirect: `${base}/error?error=${encodeURIComponent(allowed.message)}`, cookies: freshCookies };
  }
  if (typeof allowed === 'string') return { redirect: allowed, cookies: freshCookies };
  if (!allowed) {
    log.warn({ code: 'AccessDenied', userId: user.userId, address }, 'sign-in of a disabled user refused');
    return { status: 403, redirect: `${base}/error?error=AccessDenied`, cookies: freshCookies };
  }
  return (await startSession(exchange, user, { sessions, log })) ?? wrongPair();
}

/**
 * Ends the previous session of this browser and starts a new one, so that a change of user leaves nothing behind.
 * Undefined when the password has changed since it was verified.
 */
async function startSession(
  exchange: VerifiedRequest,
  user: SignInUser,
  { sessions, log }: { sessions: Sessions; log: Logger },
): Promise<Answer | undefined> {
  const { cookies, cookieNames: names, isSecure, freshCookies, callbackUrl } = exchange;
  const previous = readChunked(cookies, names.session);
  if (previous !== undefined) await sessions.endByCookie(previous);
  const started = await sessions.start(user, exchange.userAgent);
  if (!started) return undefined;
  log.info({ userId: user.userId }, 'signed in');
  const pieces = clearChunked(cookies, names.session, isSecure, names.session);
  const opened = setCookie(names.session, started.cookieValue, isSecure, new Date(started.expiresAt));
  return { redirect: callbackUrl, cookies: [...freshCookies, ...pieces, opened, ...(user.cookies ?? [])] };
}

/** Returns a SignInRefused as a value, because the user may read its reason; rethrows every other error. */
async function orRefused<T>(run: () => Promise<T>): Promise<T | SignInRefused> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SignInRefused) return error;
    throw error;
  }
}
