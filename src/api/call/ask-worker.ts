import { type Ask, type AskName, type PostedAsk, type Reply, readReply } from '#src/offline/messages.ts';
import type { Timers } from '#src/offline/timers.ts';

/** The worker to ask: the page's controller, or one that is waiting. */
export type Postable = { postMessage(message: PostedAsk, transfer: Transferable[]): void };

/**
 * Asks the worker and waits up to `limitMs` for its reply; null when there is none (the worker may be stopped before
 * it replies) or when the reply is invalid.
 */
export function askWorker<Name extends AskName>(
  worker: Postable,
  name: Name,
  ask: Ask<Name>,
  { limitMs, timers }: { limitMs: number; timers: Timers },
): Promise<Reply<Name> | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (reply: unknown) => {
      cancel();
      port1.close();
      resolve(readReply(name, reply));
    };
    const cancel = timers.after(limitMs, () => end(null));
    port1.onmessage = ({ data }) => end(data);
    worker.postMessage({ ...ask, type: name }, [port2]);
  });
}
