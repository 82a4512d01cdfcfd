import { type Ask, type AskName, type PostedAsk, type Reply, readReply } from '#src/offline/messages.ts';
import type { Timers } from '#src/offline/timers.ts';

/** Who can be asked: the worker of this page, or one that waits. */
export type Postable = { postMessage(message: PostedAsk, transfer: Transferable[]): void };

/**
 * Asks the worker and waits `limitMs` for its reply; null when none comes, for a reply dies with the worker, or when
 * it makes no sense.
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
