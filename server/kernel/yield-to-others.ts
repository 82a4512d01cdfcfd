import { setImmediate } from 'node:timers/promises';

/** Lets the event loop handle what waits (requests, readings) between two steps of a long calculation. */
export const yieldToOthers = (): Promise<void> => setImmediate();

/** Far less than anybody notices, and enough for many short steps. */
const SLICE_MS = 10;

/**
 * For a long loop of short steps: call the returned function after each. It lets others in once the steps since the last
 * time have taken 10 ms; after every step the loop would take as many turns as it has steps.
 */
export function yieldInSlices(): () => Promise<void> {
  let endsAt = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endsAt) return;
    await yieldToOthers();
    endsAt = performance.now() + SLICE_MS;
  };
}
