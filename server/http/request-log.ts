import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { ingest } from '#contract/device/ingest.ts';
import { REQUEST_ID } from '#contract/wire/headers.ts';
import { IDEMPOTENCY_REPLAYED } from '#contract/wire/write.ts';
import type { Config } from '../config.ts';
import type { Env } from '../kernel/access/caller.ts';
import { clientAddress } from './client-address.ts';
import type { Metrics } from './metrics.ts';

type LogDeps = {
  config: Config;
  metrics: Metrics;
  log: Logger;
  /** The pattern of the route that catches unknown paths. */
  unknownRoute: string;
};

/**
 * Counts and logs every call under a request id. It comes before all that can refuse a call, so that what is refused
 * without a database counts, too.
 */
export function requestLog({ config, metrics, log, unknownRoute }: LogDeps): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    c.set('log', log);
    c.set('address', clientAddress(c, config.trustedProxies));
    c.header(REQUEST_ID, c.get('requestId'));
    await next();
    const seconds = (performance.now() - started) / 1000;
    metrics.requests.inc({ method: c.req.method, status: String(c.res.status) });
    metrics.requestSeconds.observe(seconds);
    if (c.res.headers.has(IDEMPOTENCY_REPLAYED)) metrics.replays.inc();
    // Lines of an unknown caller count against the log budget of their address.
    const isKnown = c.get('caller') !== undefined || (isDeviceCall(c.req.path) && c.res.status !== 401);
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

/** Whether a path is called by devices with keys of their own, and not by users. */
export const isDeviceCall = (path: string): boolean => path === ingest.path;
