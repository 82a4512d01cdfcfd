import type { PageMessage } from '#src/offline/messages.ts';
import type { Timers } from '#src/offline/timers.ts';

/** Who can be asked: the worker of this page, or one that waits. */
export type Postable = { postMessage(message: PageMessage, transfer: Transferable[]): void };

/** Asks the worker and waits for its reply; null when none comes, for a reply dies with the worker. */
export function askWorker(worker: Postable, ask: PageMessage, limitMs: number, timers: Timers): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (reply: unknown) => {
      cancel();
      port1.close();
      resolve(reply);
    };
    const cancel = timers.after(limitMs, () => end(null));
    port1.onmessage = ({ data }) => end(data);
    worker.postMessage(ask, [port2]);
  });
}

/** A field of a reply, if it is there. */
export function replied(reply: unknown, name: 'build' | 'clients' | 'kept'): unknown {
  return typeof reply === 'object' && reply !== null ? Reflect.get(reply, name) : undefined;
}
