import { SECOND_MS } from '#contract/time/time.ts';

/** Readings of a sensor without a time that may come within a second: twice what the shortest interval makes, and one. */
const MOST_PER_SECOND = 3;

/**
 * Tells whether a reading without a time comes too soon after others of its channel to be of now. No sensor is set up to
 * report more often than every second, so more at once were kept by their device while it had no connection: their
 * times are lost. Asking counts as a reading when the answer is no.
 */
export function createBurstGuard(): (channelId: number, now: number) => boolean {
  const recent = new Map<number, number[]>();
  return (channelId, now) => {
    const within = (recent.get(channelId) ?? []).filter((at) => Math.abs(now - at) < SECOND_MS);
    const isBurst = within.length >= MOST_PER_SECOND;
    recent.set(channelId, isBurst ? within : [...within, now]);
    return isBurst;
  };
}
