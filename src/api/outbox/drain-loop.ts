import { backoff } from '#src/lib/backoff.ts';
import { type Drained, PAUSES_MS } from '#src/offline/outbox/drain.ts';
import type { Timers } from '#src/offline/timers.ts';

type LoopPorts = {
  /** Runs one drain for the signed-in user; null when nobody is signed in. */
  drain(isEager: boolean): Promise<Drained> | null;
  timers: Timers;
  /** Epoch ms of the device. */
  now(): number;
};

/**
 * Runs drains in this page one at a time: requests during a drain are combined into one more drain, and entries that
 * wait for a retry are sent when they are due. While server or storage does not answer the pauses grow. Never rejects.
 */
export function createDrainLoop({ drain, timers, now }: LoopPorts): (isEager: boolean) => Promise<void> {
  const pauses = backoff(PAUSES_MS);
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isAskedAgain = false;
  let isAskedEagerly = false;
  let cancelTimer = () => {};

  async function run(): Promise<void> {
    isRunning = true;
    cancelTimer();
    do {
      const isEager = isAskedEagerly;
      isAskedAgain = isAskedEagerly = false;
      const drained = await drainOnce(isEager);
      if (!drained) continue;
      const hasFailed = drained === 'hung' || drained.end === 'no-answer';
      if (!hasFailed) pauses.reset();
      const waitMs = hasFailed ? pauses.next() : drained.nextAt === null ? null : drained.nextAt - now();
      cancelTimer();
      if (waitMs !== null) cancelTimer = timers.after(Math.max(0, waitMs), () => void start(false));
    } while (isAskedAgain);
    // In the same turn as the last look, so that no request falls between.
    isRunning = false;
  }

  /** `hung`: the storage did not answer. A page that stays visible and online has no other trigger than the timer. */
  async function drainOnce(isEager: boolean): Promise<Drained | 'hung' | null> {
    try {
      return await drain(isEager);
    } catch {
      return 'hung';
    }
  }

  function start(isEager: boolean): Promise<void> {
    isAskedAgain = true;
    isAskedEagerly ||= isEager;
    if (!isRunning) running = run();
    return running;
  }
  return start;
}
