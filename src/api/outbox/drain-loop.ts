import { backoff } from '#src/lib/backoff.ts';
import { type Drained, PAUSES_MS } from '#src/offline/outbox/drain.ts';
import type { Timers } from '#src/offline/timers.ts';

type LoopPorts = {
  /** One drain of whoever is signed in; null when nobody is. */
  drain(isEager: boolean): Promise<Drained> | null;
  timers: Timers;
  /** Epoch ms of the device. */
  now(): number;
};

/**
 * Drains one after the other in this page: what is asked for meanwhile is one more at the end, and what waits for the
 * clock is tried when it is due. While nobody answers the pauses grow, however many entries wait. Never rejects.
 */
export function createDrainLoop({ drain, timers, now }: LoopPorts): (isEager: boolean) => Promise<void> {
  const pauses = backoff(PAUSES_MS);
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let isAskedEagerly = false;
  let cancelTimer = () => {};

  async function run(): Promise<void> {
    cancelTimer();
    do {
      const isEager = isAskedEagerly;
      isAskedAgain = isAskedEagerly = false;
      const drained = await drain(isEager);
      if (!drained) return;
      const isUnanswered = drained.end === 'no-answer';
      if (!isUnanswered) pauses.reset();
      const waitMs = isUnanswered ? pauses.next() : drained.nextAt === null ? null : drained.nextAt - now();
      if (waitMs !== null) cancelTimer = timers.after(Math.max(0, waitMs), () => void start(false));
    } while (isAskedAgain);
  }

  function start(isEager: boolean): Promise<void> {
    isAskedAgain = true;
    isAskedEagerly ||= isEager;
    running ??= run()
      // The storage hangs; the next good moment tries again.
      .catch(() => {})
      .finally(() => {
        running = null;
      });
    return running;
  }
  return start;
}
