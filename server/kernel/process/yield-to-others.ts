import { setImmediate as nextTurn } from 'node:timers';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Lets the event loop handle what waits (requests, readings) between two steps of a long calculation. */
export const yieldToOthers = (): Promise<void> => setImmediate();

/** A step that waited for others itself need not be followed by as long a rest, ms. */
const LONGEST_REST_MS = 100;

/**
 * For long work that nobody waits for: call the returned function between two steps. It rests for as long as the step
 * took, because a request of many short queries would otherwise wait for a step at each of them.
 */
export function yieldHalf(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    await setTimeout(Math.min(LONGEST_REST_MS, performance.now() - since));
    since = performance.now();
  };
}

/** Far less than anybody notices, and enough for many short steps. */
const SLICE_MS = 10;

/**
 * For steps that would follow each other without a turn of the event loop, of whomever they are: call the returned
 * function before each. Once those of a turn have taken 10 ms it lets others in first; a turn for every step would make
 * a chain of short ones as many times slower. Each caller waits for one turn at most, so none is passed over.
 */
export function yieldInSlices(): () => Promise<void> {
  let beganAt: number | undefined;
  return async () => {
    if (beganAt !== undefined && performance.now() - beganAt >= SLICE_MS) await yieldToOthers();
    if (beganAt !== undefined) return;
    beganAt = performance.now();
    nextTurn(() => {
      beganAt = undefined;
    });
  };
}
