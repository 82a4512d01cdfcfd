import { Failure } from '../../kernel/fail.ts';

/** Who waits in which line: owners come first, and strangers cannot take their places. */
export type Line = 'owner' | 'stranger';

/** The line is full; nothing was done. */
export class QueueFull extends Failure {
  /** By then the longest line has passed, whatever the machine. */
  static readonly RETRY_AFTER_S = 5;
  override name = 'QueueFull';
  constructor() {
    super('TOO_MANY_REQUESTS', { retryAfterS: QueueFull.RETRY_AFTER_S });
  }
}

/**
 * Runs work that would wear the machine out if all of it ran at once: `atOnce` pieces at a time, the others in two
 * short lines, and QueueFull at once for whoever finds theirs full.
 */
export function createWorkQueue({ atOnce, places }: { atOnce: number; places: Readonly<Record<Line, number>> }) {
  const lines: Readonly<Record<Line, (() => void)[]>> = { owner: [], stranger: [] };
  let running = 0;

  return async function run<Result>(line: Line, work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (lines[line].length >= places[line]) throw new QueueFull();
      // Who is called takes over the place of who has finished: `running` stays as it is.
      await new Promise<void>((called) => lines[line].push(called));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = lines.owner.shift() ?? lines.stranger.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
