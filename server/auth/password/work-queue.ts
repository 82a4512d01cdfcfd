import { Failure } from '../../kernel/fail.ts';

/** Two queues: `owner` is served first, and strangers cannot take its places. */
export type Priority = 'owner' | 'stranger';

/** The queue is full; the work was not done. */
export class QueueFull extends Failure {
  /** Even a full queue has been served after this time on a slow machine. */
  static readonly RETRY_AFTER_S = 5;
  override name = 'QueueFull';
  constructor() {
    super('TOO_MANY_REQUESTS', { retryAfterS: QueueFull.RETRY_AFTER_S });
  }
}

/**
 * Limits how much work runs at once: `atOnce` pieces run, the others wait in two short queues. It throws QueueFull
 * immediately when the queue is full.
 */
export function createWorkQueue({ atOnce, places }: { atOnce: number; places: Readonly<Record<Priority, number>> }) {
  const waiting: Readonly<Record<Priority, (() => void)[]>> = { owner: [], stranger: [] };
  let running = 0;

  return async function run<Result>(priority: Priority, work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting[priority].length >= places[priority]) throw new QueueFull();
      // The finished piece hands its slot to the next one, so `running` does not change.
      await new Promise<void>((start) => waiting[priority].push(start));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.owner.shift() ?? waiting.stranger.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
