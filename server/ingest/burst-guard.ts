import { SECOND_MS } from '#contract/time/time.ts';

/** Allowed readings without a time per second and sensor: twice what the shortest interval gives, plus one. */
const MOST_PER_SECOND = 3;

/**
 * Tells whether a reading without a time comes too soon after others of its channel to be current. The shortest
 * interval is one second, so a device that sends more at once has kept them while it was offline, and their times are
 * lost. A call that returns false counts as a reading.
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
