import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { LIVE_HEARTBEAT_MS, type LiveValues, live } from '#contract/live.ts';
import type { Store } from '../db/open.ts';
import { listFarmsOf } from '../farm/queries.ts';
import type { Caller, Env } from '../http/env.ts';
import { fail } from '../http/fail.ts';
import { honoPath } from '../http/route.ts';
import type { LiveHub } from './hub.ts';

/** A watcher that takes nothing in for so long is cut off; its page reconnects and asks anew. */
const MAX_WAITING = 500;

/**
 * Server-sent events of the caller's farms. Rights are asked again with every heartbeat, so a share that was
 * withdrawn ends within seconds, and a session that was ended closes its streams at once.
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
  app.get(honoPath(live.path), (c) => {
    const caller = c.get('caller') ?? fail('UNAUTHENTICATED');
    // A proxy that collects the stream before passing it on would defeat it.
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (stream) => {
      const waiting: LiveValues[] = [];
      let farms = new Set<number>();
      let wake = () => {};
      let over = false;
      const finish = () => {
        over = true;
        wake();
      };
      const stops = [
        deps.hub.listen((values) => {
          if (!farms.has(values.farmIndex)) return;
          if (waiting.length >= MAX_WAITING) finish();
          waiting.push(values);
          wake();
        }),
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
            for (const values of waiting.splice(0))
              await stream.writeSSE({ event: 'values', data: JSON.stringify(values) });
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
  });
}
