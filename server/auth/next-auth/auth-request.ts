import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import { AUTH_BASE_PATH } from '#contract/user/auth.ts';
import type { Config } from '../../config.ts';
import { clientAddress } from '../../http/client-address.ts';
import { readText } from '../../http/read-text.ts';
import { fail } from '../../kernel/fail.ts';
import { originOf } from './base-url.ts';
import { type CookieNames, type Cookies, cookieNames } from './cookies.ts';

/** The text fields of a body; JSON values of other types are ignored. */
export type Fields = ReadonlyMap<string, string>;

/** One parsed request to the sign-in routes. */
export type AuthRequest = {
  method: string;
  /** session, csrf, signin …; empty when the path has no action. */
  action: string;
  provider: string | undefined;
  query: URLSearchParams;
  fields: Fields;
  cookies: Cookies;
  cookieNames: CookieNames;
  isSecure: boolean;
  origin: string;
  /** `origin` plus the base path: the prefix of every absolute URL in an answer. */
  base: string;
  address: string;
  userAgent: string;
};

/** Enough for a sign-in form, and for a report of the client's log: browsers limit a beacon to 64 KiB. */
const MAX_BODY_BYTES = 64 * 1024;

/** Throws BAD_REQUEST for an unreadable Host header or body, BODY_TOO_LARGE for a body over the limit. */
export async function readAuthRequest(
  c: Context,
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'tls'>,
): Promise<AuthRequest> {
  const url = new URL(c.req.url);
  const origin = originOf(c, config);
  const isSecure = origin.startsWith('https:');
  const [action = '', provider] = url.pathname.slice(AUTH_BASE_PATH.length + 1).split('/');
  return {
    method: c.req.method,
    action,
    provider: provider || undefined,
    query: url.searchParams,
    fields: c.req.method === 'POST' ? await readFields(c.req.raw) : new Map(),
    cookies: parse(c.req.header('cookie') ?? ''),
    cookieNames: cookieNames(isSecure),
    isSecure,
    origin,
    base: `${origin}${AUTH_BASE_PATH}`,
    address: clientAddress(c, config.trustedProxies),
    userAgent: c.req.header('user-agent') ?? '',
  };
}

async function readFields(request: Request): Promise<Fields> {
  const text = await readText(request, MAX_BODY_BYTES);
  const type = request.headers.get('content-type') ?? '';
  if (/application\/x-www-form-urlencoded/i.test(type)) return new Map(new URLSearchParams(text));
  if (!/application\/json/i.test(type) || text === '') return new Map();
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null) return new Map();
  return new Map(Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('BAD_REQUEST');
  }
}
