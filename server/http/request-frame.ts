import type { MiddlewareHandler } from 'hono';
import {
  ANSWER_MARKER,
  ANSWER_USER,
  BUILD_ID,
  EXPECTED_USER,
  INSTANCE_ID,
  SERVER_TIME,
} from '#contract/wire/headers.ts';
import { health } from '#contract/wire/site.ts';
import type { Store } from '../db/open.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { bearerOf } from './bearer.ts';
import { isDeviceCall } from './request-log.ts';

type FrameDeps = {
  /** The caller of a token; undefined for a missing or invalid token. */
  callerOf(token: string | undefined): Promise<Caller | undefined>;
  /** Brings caches up to date with what other processes have written. */
  catchUp: Store['catchUp'];
  now(): number;
  build: string;
  instance: string;
};

/** Answered while the database is unavailable, because the process itself is well. */
const WITHOUT_DATABASE: readonly string[] = [health.path, '/api/metrics'];

/** What every call shares: the state of caches, the caller and the response headers. */
export function requestFrame({ callerOf, catchUp, now, build, instance }: FrameDeps): MiddlewareHandler<Env> {
  return async (c, next) => {
    // next() turns errors into answers, so these headers are on every answer.
    c.header(ANSWER_MARKER, '1');
    c.header(BUILD_ID, build);
    c.header(INSTANCE_ID, instance);
    if (!WITHOUT_DATABASE.includes(c.req.path)) await catchUp();
    const caller = isDeviceCall(c.req.path) ? undefined : await callerOf(bearerOf(c));
    c.set('caller', caller);
    c.header(ANSWER_USER, caller ? encodeURIComponent(caller.login) : 'anon');
    c.header(SERVER_TIME, String(now()));
    if (!c.req.path.startsWith('/api/auth/')) c.header('Cache-Control', 'private, no-store');
    const expected = c.req.header(EXPECTED_USER);
    if (caller && expected !== undefined && !names(expected, caller.login)) fail('IDENTITY_MISMATCH');
    await next();
    // What was written is older than this, and what is read from now on contains it.
    if (c.req.method !== 'GET') c.header(SERVER_TIME, String(now()));
  };
}

/** Whether a header names this login; it is percent-encoded, because headers cannot hold Hangul. */
function names(header: string, login: string): boolean {
  try {
    return decodeURIComponent(header) === login;
  } catch {
    // Malformed percent-encoding cannot be a login of ours.
    return false;
  }
}
