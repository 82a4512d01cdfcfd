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

/** A client with more waiting messages than this is disconnected; its page reconnects and reads again. */
const MAX_WAITING = 500;
/** Streams per user: enough for a family's tablets and tabs, too few for a program to exhaust the server. */
const MAX_STREAMS = 50;

/**
 * Server-sent events of the caller's farms. Rights are checked with every heartbeat, so a withdrawn share ends within
 * seconds. An ended session closes its streams at once.
 */
export function mountLive(
  app: Hono<Env>,
  deps: {
    hub: LiveHub;
    store: Store;
    stillSignedIn(caller: Caller): Promise<boolean>;
    onSessionEnded(listener: (sid: string) => void): () => void;
    closing: AbortSignal;
  },
): void {
  // Every stream listens to this signal, and Node warns about a leak from eleven listeners on.
  setMaxListeners(0, deps.closing);
  const streamsOf = new Map<number, number>();
  const count = (userId: number, change: 1 | -1) => {
    const left = (streamsOf.get(userId) ?? 0) + change;
    if (left > 0) streamsOf.set(userId, left);
    else streamsOf.delete(userId);
  };
  app.get(honoPath(live.path), (c) => {
    const caller = requireCaller(c, live);
    // Nobody would read or close a stream opened by a HEAD request.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    if ((streamsOf.get(caller.userId) ?? 0) >= MAX_STREAMS) fail('TOO_MANY_REQUESTS', { retryAfterS: 30 });
    count(caller.userId, 1);
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
        () => count(caller.userId, -1),
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
          const until = Date.now() + LIVE_HEARTBEAT_MS;
          while (!over && Date.now() < until) {
            for (const values of waiting.splice(0)) {
              if (over) break;
              await stream.writeSSE({ event: 'values', data: JSON.stringify(values) });
            }
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, until - Date.now());
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
