import type { Series } from '../decide/world.ts';

/**
 * For how long sensors have said nothing new, by the count of the machine: a clock set back makes old readings look new.
 * What came before the process began is told by the clock.
 */
export function createSilence({ monotonic }: { monotonic(): number }) {
  const heard = new Map<number, { newest: number; since: number }>();
  return {
    /** Ms, at an instant of the clock. */
    of({ channel, points }: Pick<Series, 'channel' | 'points'>, at: number): number {
      const newest = points.at(-1)?.[0];
      if (newest === undefined) return Number.MAX_SAFE_INTEGER;
      const known = heard.get(channel);
      if (known?.newest === newest) return monotonic() - known.since;
      const passedMs = known ? 0 : Math.max(0, at - newest);
      heard.set(channel, { newest, since: monotonic() - passedMs });
      return passedMs;
    },
  };
}
