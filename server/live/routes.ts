import { setMaxListeners } from 'node:events';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { live } from '#contract/monitor/live.ts';
import type { Store } from '../db/open.ts';
import { listFarmsOf } from '../farm/queries.ts';
import { honoPath } from '../http/route.ts';
import { type Caller, type Env, requireCaller } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { createEventStream } from './event-stream.ts';
import type { LiveHub } from './hub.ts';
import type { StreamLimit } from './stream-limit.ts';

/**
 * Server-sent events of the caller's farms. Rights are checked with every heartbeat, so a withdrawn share ends within
 * seconds. An ended session closes its streams at once.
 */
export function mountLive(
  app: Hono<Env>,
  deps: {
    hub: LiveHub;
    streams: StreamLimit;
    store: Store;
    stillSignedIn(caller: Caller): Promise<boolean>;
    onSessionEnded(listener: (sid: string) => void): () => void;
    closing: AbortSignal;
    log: Logger;
  },
): void {
  // Every stream listens to this signal, and Node warns about a leak from eleven listeners on.
  setMaxListeners(0, deps.closing);
  app.get(honoPath(live.path), async (c) => {
    const caller = requireCaller(c, live);
    // Nobody would read or close a stream opened by a HEAD request.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const end = (await deps.streams.open(caller.userId)) ?? fail('TOO_MANY_REQUESTS', { retryAfterS: 30 });
    const { hub, onSessionEnded, closing } = deps;
    const body = createEventStream({
      subscribe(onValues, onEnd) {
        const stops = [
          end,
          hub.listen(onValues, onEnd),
          onSessionEnded((sid) => sid === caller.sid && onEnd()),
          () => closing.removeEventListener('abort', onEnd),
        ];
        closing.addEventListener('abort', onEnd, { once: true });
        return () => {
          for (const stop of stops) stop();
        };
      },
      async readFarms() {
        try {
          if (!(await deps.stillSignedIn(caller))) return null;
          return new Set((await listFarmsOf(deps.store, caller)).map(({ index }) => index));
        } catch (error) {
          deps.log.warn({ err: error }, 'a stream of live values ended, because its rights could not be checked');
          return null;
        }
      },
    });
    // Tells proxies not to buffer: a buffered stream would never arrive.
    const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    return c.body(body, 200, { ...headers, 'Cache-Control': 'private, no-store' });
  });
}
