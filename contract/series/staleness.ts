import { HOUR_MS, MINUTE_MS } from '../time/time.ts';

/** After this many missed intervals a sensor is silent, and a raw line is drawn with a gap. */
const SILENT_AFTER_INTERVALS = 3;
const LATE_MS = 15 * MINUTE_MS;
const LOST_MS = HOUR_MS;

/** How the age of a value is shown. fresh: not at all. aging: in grey. late: amber outline and clock. lost: hatched. */
export type AgeTone = 'fresh' | 'aging' | 'late' | 'lost';

export type Staleness = {
  /** waiting: no reading yet. silent: none for three intervals. */
  reporting: 'waiting' | 'reporting' | 'silent';
  tone: AgeTone;
};

/** Time without a reading after which something is silent, ms. */
export function silentAfterMs(intervalMs: number): number {
  return SILENT_AFTER_INTERVALS * intervalMs;
}

/**
 * Staleness of something that should report every `intervalMs`, at `now` (epoch ms): judged by the clock, not by the
 * connection. `at` is the time of its last report, an ISO instant or epoch ms, null before the first. Used for sensors,
 * devices and everything that shows a value.
 * With an interval of more than seven minutes a value is late only after two missed intervals, but the age of anything
 * older than fifteen minutes is shown.
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
