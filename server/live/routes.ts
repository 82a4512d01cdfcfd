import { setMaxListeners } from 'node:events';
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { LIVE_HEARTBEAT_MS, type LiveValues, live } from '#contract/monitor/live.ts';
import type { Store } from '../db/open.ts';
import { listFarmsOf } from '../farm/queries.ts';
import { honoPath } from '../http/route.ts';
import { type Caller, type Env, requireCaller } from '../kernel/caller.ts';
import { fail } from '../kernel/fail.ts';
import type { LiveHub } from './hub.ts';
import type { StreamLimit } from './stream-limit.ts';

/** A client with more waiting messages than this is disconnected; its page reconnects and reads again. */
const MAX_WAITING = 500;

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
  },
): void {
  // Every stream listens to this signal, and Node warns about a leak from eleven listeners on.
  setMaxListeners(0, deps.closing);
  app.get(honoPath(live.path), async (c) => {
    const caller = requireCaller(c, live);
    // Nobody would read or close a stream opened by a HEAD request.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const end = (await deps.streams.open(caller.userId)) ?? fail('TOO_MANY_REQUESTS', { retryAfterS: 30 });
    // Tells proxies not to buffer: a buffered stream would never arrive.
    c.header('X-Accel-Buffering', 'no');
    const answer = streamSSE(c, async (stream) => {
      const waiting: LiveValues[] = [];
      let farms = new Set<number>();
      let wake = () => {};
      let over = false;
      const finish = () => {
        over = true;
        // Otherwise a write to a client that does not read would wait for ever.
        stream.abort();
        wake();
      };
      const stops = [
        end,
        deps.hub.listen((values) => {
          if (over || !farms.has(values.farmIndex)) return;
          waiting.push(values);
          if (waiting.length > MAX_WAITING) finish();
          else wake();
        }, finish),
        deps.onSessionEnded((sid) => sid === caller.sid && finish()),
      ];
      stream.onAbort(finish);
      deps.closing.addEventListener('abort', finish, { once: true });
      try {
        while (!over && (await deps.stillSignedIn(caller))) {
          farms = new Set((await listFarmsOf(deps.store, caller)).map(({ index }) => index));
          await stream.write(': beat\n\n');
          // Not the clock, which may jump.
          const until = performance.now() + LIVE_HEARTBEAT_MS;
          while (!over && performance.now() < until) {
            for (const values of waiting.splice(0)) {
              if (over) break;
              await stream.writeSSE({ event: 'values', data: JSON.stringify(values) });
            }
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, until - performance.now());
              wake = () => {
                clearTimeout(timer);
                resolve();
              };
              if (waiting.length > 0 || over) wake();
            });
          }
        }
      } finally {
        for (const stop of stops) stop();
        deps.closing.removeEventListener('abort', finish);
      }
    });
    answer.headers.set('Cache-Control', 'private, no-store');
    return answer;
  });
}
