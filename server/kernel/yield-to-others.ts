import { setImmediate } from 'node:timers/promises';

/** Lets the event loop handle what waits (requests, readings) between two steps of a long calculation. */
export const yieldToOthers = (): Promise<void> => setImmediate();
