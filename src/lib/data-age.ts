import { MINUTE_MS } from '#contract/time/time.ts';

/** When a response was sent by the server, and whether it is only the device's copy. */
export type Dated = {
  /** Epoch ms of the server's clock. */
  fetchedAt: number;
  /** The device's copy, shown because the server did not answer. */
  isFallback?: boolean;
};

/** Stands for data that was never read: every write that was sent is missing in it. */
export const neverRead: Dated = { fetchedAt: 0 };

/** Responses of the server up to this age show no age, ms. */
const OLD_AFTER_MS = 5 * MINUTE_MS;

/** Whether the page must show the age of its data: `now` is the server's time, epoch ms. */
export function isOld({ fetchedAt, isFallback = false }: Dated, now: number): boolean {
  return isFallback || now - fetchedAt >= OLD_AFTER_MS;
}

/** Whether data came from the server at most `ms` ago; `now` is the server's time, epoch ms. */
export function isWithin(seen: Dated | undefined, ms: number, now: number): boolean {
  return seen !== undefined && seen.isFallback !== true && now - seen.fetchedAt <= ms;
}

/** A response about things that change by themselves: without a connection it is a copy at once, however new it is. */
export function asCopy<Seen extends Dated>(seen: Seen | undefined, isOffline: boolean): Seen | undefined {
  return seen && isOffline ? { ...seen, isFallback: true } : seen;
}

/** The instant at which states are judged, epoch ms: now while the data is fresh, otherwise when the server sent it. */
export function judgedAt(seen: Dated | undefined, now: number): number {
  return seen && isOld(seen, now) ? seen.fetchedAt : now;
}
