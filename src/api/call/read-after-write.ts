import { CHANGES_LIFE_MS } from '#src/offline/request-class.ts';

/** How long after a write reads go to the server itself, ms: the refetches that a write sets off. */
const FRESH_MS = CHANGES_LIFE_MS;

let freshUntil = Number.NEGATIVE_INFINITY;

/** A write has been done: what is on the device is older than what the user has just been told. */
export function noteWritten(now: number): void {
  freshUntil = now + FRESH_MS;
}

/** Whether reads should not be answered from the device just now. */
export function wantsFresh(now: number): boolean {
  return now < freshUntil;
}
