import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { AUTH_BASE_PATH, type Providers, SIGN_IN_PATH } from '#contract/user/auth.ts';
import type { Config } from '../../config.ts';
import type { Env } from '../../kernel/access/caller.ts';
import { readAuthRequest } from './auth-request.ts';
import { type Answer, send } from './auth-response.ts';
import { answerCallback } from './callback.ts';
import type { createClientLog } from './client-log.ts';
import { configAnswer, configProblem } from './config-check.ts';
import { clearChunked, readChunked } from './cookies.ts';
import type { AuthOptions } from './options.ts';
import { errorPage, signOutPage } from './pages.ts';
import { answerSession, type SessionParts } from './session-answer.ts';
import { type VerifiedRequest, verifyRequest } from './verified-request.ts';

type AuthParts = SessionParts & {
  options: AuthOptions;
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'tls'>;
  log: Logger;
  clientLog: ReturnType<typeof createClientLog>;
};

/** Errors that the sign-in page explains itself. */
const signInPageErrors: readonly string[] = [
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
];

/** Sign-in in the wire format of next-auth v4; all actions stand under one path, as there. */
export function mountAuthRoutes(app: Hono<Env>, parts: AuthParts): void {
  // The wildcard also matches the bare base path.
  app.all(`${AUTH_BASE_PATH}/*`, async (c) => {
    const visit = await readAuthRequest(c, parts.config);
    const wantsJson = visit.fields.get('json') === 'true';
    const problem = configProblem(visit, parts.options);
    if (problem) {
      parts.log.error({ code: problem, address: visit.address }, 'sign-in cannot be served');
      return send(c, configAnswer(visit), wantsJson);
    }
    const exchange = verifyRequest(visit, parts.options.secret);
    const answer = visit.method === 'POST' ? await answerPost(exchange, parts) : await answerGet(exchange, parts);
    return send(c, answer ?? unsupported(visit.method), wantsJson);
  });
}

async function answerGet(exchange: VerifiedRequest, parts: AuthParts): Promise<Answer | undefined> {
  const { method, action, base, query, callbackUrl, freshCookies: cookies } = exchange;
  if (method !== 'GET') return undefined;
  // The path may name the error instead of a provider: /error/AccessDenied.
  const error = query.get('error') ?? exchange.provider;
  switch (action) {
    case 'session':
      return answerSession(exchange, parts);
    case 'csrf':
      return { json: { csrfToken: exchange.csrfToken }, isUncacheable: true, cookies };
    case 'providers':
      return { json: listProviders(parts.options, base) };
    case 'signin': {
      const page = `${SIGN_IN_PATH}?callbackUrl=${encodeURIComponent(callbackUrl)}`;
      return { redirect: error ? `${page}&error=${encodeURIComponent(error)}` : page, cookies };
    }
    case 'signout':
      return { html: signOutPage(exchange.csrfToken), isUncacheable: true, cookies };
    case 'error':
      if (error && signInPageErrors.includes(error)) return { redirect: `${base}/signin?error=${error}`, cookies };
      return { ...errorPage(error ?? ''), cookies };
    case 'callback':
      return providerOf(exchange, parts) && callbackNotSupported(exchange, parts);
    default:
      return undefined;
  }
}

async function answerPost(exchange: VerifiedRequest, parts: AuthParts): Promise<Answer | undefined> {
  const { action, base, isCsrfVerified, freshCookies: cookies } = exchange;
  const provider = providerOf(exchange, parts);
  switch (action) {
    case 'session':
      return isCsrfVerified ? answerSession(exchange, parts) : { status: 400, json: {}, cookies };
    case 'signin':
      return { redirect: isCsrfVerified && provider ? `${base}/signin` : `${base}/signin?csrf=true`, cookies };
    case 'callback':
      if (provider?.type === 'credentials') return answerCallback(exchange, provider, parts);
      return provider && callbackNotSupported(exchange, parts);
    case 'signout':
      return isCsrfVerified ? signOut(exchange, parts) : { redirect: `${base}/signout?csrf=true`, cookies };
    case '_log':
      parts.clientLog(exchange.fields, exchange.address);
      return { text: '' };
    default:
      return undefined;
  }
}

/** Ends the session on the server, then in the browser. */
async function signOut(exchange: VerifiedRequest, { sessions, log }: AuthParts): Promise<Answer> {
  const { cookies, cookieNames: names, isSecure, freshCookies, callbackUrl } = exchange;
  const cookieValue = readChunked(cookies, names.session);
  if (cookieValue !== undefined) {
    await sessions.endByCookie(cookieValue);
    log.info({ address: exchange.address }, 'signed out');
  }
  return { redirect: callbackUrl, cookies: [...freshCookies, ...clearChunked(cookies, names.session, isSecure)] };
}

function listProviders({ providers }: AuthOptions, base: string): Providers {
  const entries = providers.map(({ id, name, type }) => {
    const urls = { signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` };
    return [id, { id, name, type, ...urls }] as const;
  });
  return Object.fromEntries(entries);
}

function providerOf(
  { provider }: VerifiedRequest,
  { options }: AuthParts,
): AuthOptions['providers'][number] | undefined {
  return options.providers.find(({ id }) => id === provider);
}

function callbackNotSupported(exchange: VerifiedRequest, parts: AuthParts): Answer {
  const type = providerOf(exchange, parts)?.type;
  const text = `Error: Callback for provider type ${type} not supported`;
  return { status: 500, text, cookies: exchange.freshCookies };
}

function unsupported(method: string): Answer {
  return { status: 400, text: `Error: This action with HTTP ${method} is not supported by NextAuth.js` };
}
