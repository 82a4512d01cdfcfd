import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';

/** fresh: say nothing. aging: grey age. late: amber outline and clock. lost: hatched. */
export type AgeTone = 'fresh' | 'aging' | 'late' | 'lost';

const LATE_MS = 15 * MINUTE_MS;
const LOST_MS = HOUR_MS;

/**
 * How old a figure looks at `now` (epoch ms); `at` is null when there never was one. A sensor that reports
 * less often than every seven minutes is not called late before it has missed two of its own intervals,
 * but nothing older than fifteen minutes hides its age.
 */
export function ageTone(at: number | null, now: number, intervalMs: number): AgeTone {
  if (at === null) return 'lost';
  const age = now - at;
  if (age > Math.max(LOST_MS, 3 * intervalMs)) return 'lost';
  if (age > Math.max(LATE_MS, 2 * intervalMs)) return 'late';
  return age > Math.min(LATE_MS, 2 * intervalMs) ? 'aging' : 'fresh';
}
