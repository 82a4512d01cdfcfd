import { HOUR_MS, MINUTE_MS } from '../time/time.ts';

/** A sensor that has missed this many of its intervals is silent; so are as many missing points of a raw line. */
const SILENT_AFTER_INTERVALS = 3;
const LATE_MS = 15 * MINUTE_MS;
const LOST_MS = HOUR_MS;

/** How old a figure looks. fresh: nothing is said. aging: grey age. late: amber outline and clock. lost: hatched. */
export type AgeTone = 'fresh' | 'aging' | 'late' | 'lost';

export type Staleness = {
  /** waiting: nothing has come yet. silent: nothing for three intervals. */
  reporting: 'waiting' | 'reporting' | 'silent';
  tone: AgeTone;
};

/** After how long without a reading something is silent, ms. */
export function silentAfterMs(intervalMs: number): number {
  return SILENT_AFTER_INTERVALS * intervalMs;
}

/**
 * How stale something is that should report every `intervalMs`, at `now` (epoch ms): judged by the clock and never by
 * the connection. `at` is when it last did, an ISO instant or epoch ms, null before the first time. The one rule for
 * sensors, devices and whatever shows a figure.
 *
 * A sensor that reports less often than every seven minutes does not look late before it has missed two of its
 * intervals, but nothing older than fifteen minutes hides its age.
 */
export function staleness(at: string | number | null, intervalMs: number, now: number): Staleness {
  if (at === null) return { reporting: 'waiting', tone: 'lost' };
  const age = now - (typeof at === 'string' ? Date.parse(at) : at);
  return { reporting: age > silentAfterMs(intervalMs) ? 'silent' : 'reporting', tone: toneOf(age, intervalMs) };
}

function toneOf(age: number, intervalMs: number): AgeTone {
  if (age > Math.max(LOST_MS, silentAfterMs(intervalMs))) return 'lost';
  if (age > Math.max(LATE_MS, 2 * intervalMs)) return 'late';
  return age > Math.min(LATE_MS, 2 * intervalMs) ? 'aging' : 'fresh';
}
