import type { Series } from '../decide/world.ts';

/**
 * How long sensors have been silent, by the monotonic clock: after a clock was set back, old readings look new.
 * Readings from before the process started are judged by the wall clock.
 */
export function createSilence({ monotonic }: { monotonic(): number }) {
  const newestBySensor = new Map<number, { newest: number; since: number }>();
  return {
    /** Silence in ms; `at` is the wall clock. */
    of({ channel, points }: Pick<Series, 'channel' | 'points'>, at: number): number {
      const newest = points.at(-1)?.[0];
      if (newest === undefined) return Number.MAX_SAFE_INTEGER;
      const known = newestBySensor.get(channel);
      if (known?.newest === newest) return monotonic() - known.since;
      const passedMs = known ? 0 : Math.max(0, at - newest);
      newestBySensor.set(channel, { newest, since: monotonic() - passedMs });
      return passedMs;
    },
  };
}
