import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import {
  ANSWER_MARKER,
  ANSWER_USER,
  BUILD_ID,
  EXPECTED_USER,
  INSTANCE_ID,
  REQUEST_ID,
  SERVER_TIME,
} from '#contract/wire/headers.ts';
import { health } from '#contract/wire/site.ts';
import { IDEMPOTENCY_REPLAYED } from '#contract/wire/write.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/open.ts';
import type { Caller, Env } from '../kernel/caller.ts';
import { fail } from '../kernel/fail.ts';
import { bearerOf } from './bearer.ts';
import { clientAddress } from './client-address.ts';
import type { Metrics } from './metrics.ts';

type FrameDeps = {
  config: Config;
  /** The caller of a token; undefined for a missing or invalid token. */
  callerOf(token: string | undefined): Promise<Caller | undefined>;
  /** Brings caches up to date with what other processes have written. */
  catchUp: Store['catchUp'];
  metrics: Metrics;
  log: Logger;
  now(): number;
  build: string;
  instance: string;
  /** The pattern of the route that catches unknown paths. */
  unknownRoute: string;
};

/** Answered while the database is unavailable, because the process itself is well. */
const WITHOUT_DATABASE: readonly string[] = [health.path, '/api/metrics'];

/** What every call shares: request id, caller, response headers, log line and metrics. */
export function requestFrame(deps: FrameDeps): MiddlewareHandler<Env> {
  const { config, callerOf, metrics, log, unknownRoute } = deps;
  return async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    c.set('address', clientAddress(c, config.trustedProxies));
    // next() has already turned errors into answers, so these headers are on every answer.
    c.header(REQUEST_ID, c.get('requestId'));
    c.header(ANSWER_MARKER, '1');
    c.header(BUILD_ID, deps.build);
    c.header(INSTANCE_ID, deps.instance);
    if (!WITHOUT_DATABASE.includes(c.req.path)) await deps.catchUp();
    const isDeviceCall = c.req.path === '/api/ingest';
    const caller = isDeviceCall ? undefined : await callerOf(bearerOf(c));
    c.set('caller', caller);
    c.header(ANSWER_USER, caller ? encodeURIComponent(caller.login) : 'anon');
    c.header(SERVER_TIME, String(deps.now()));
    if (!c.req.path.startsWith('/api/auth/')) c.header('Cache-Control', 'private, no-store');
    const expected = c.req.header(EXPECTED_USER);
    if (caller && expected !== undefined && !names(expected, caller.login)) fail('IDENTITY_MISMATCH');
    await next();
    // What was written is older than this, and what is read from now on contains it.
    if (c.req.method !== 'GET') c.header(SERVER_TIME, String(deps.now()));
    const seconds = (performance.now() - started) / 1000;
    metrics.requests.inc({ method: c.req.method, status: String(c.res.status) });
    metrics.requestSeconds.observe(seconds);
    if (c.res.headers.has(IDEMPOTENCY_REPLAYED)) metrics.replays.inc();
    // Lines of an unknown caller count against the log budget of their address.
    const isKnown = caller !== undefined || (isDeviceCall && c.res.status !== 401);
    log.info(
      {
        requestId: c.get('requestId'),
        method: c.req.method,
        path: routePath(c) === unknownRoute ? 'unknown' : c.req.path,
        status: c.res.status,
        ms: Math.round(seconds * 1000),
        address: isKnown ? undefined : c.get('address'),
      },
      'request',
    );
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
