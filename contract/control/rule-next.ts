import { sunTimes } from '../time/sun.ts';
import { DAY_MS, startOfSeoulDay } from '../time/time.ts';
import type { RuleFields } from './rule.ts';
import { ruleStrip } from './rule-strip.ts';

/** Nobody plans further ahead; a rule of another season is told by its season. */
const DAYS_AHEAD = 31;

/**
 * When a rule may begin to act next, epoch ms: its next start, or the begin of its next window. Null while one is open,
 * while it is off, and where none comes within a month.
 */
export function nextActAt(rule: RuleFields, now: number, seasonOn: (day: number) => string | null): number | null {
  if (!rule.enabled) return null;
  const today = startOfSeoulDay(now);
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const pieces = ruleStrip(rule, today + ahead * DAY_MS, sunTimes, seasonOn);
    if (rule.family !== 'water-time' && pieces.some(({ from, to }) => from <= now && now < to)) return null;
    const next = pieces.find(({ from }) => from > now);
    if (next) return next.from;
  }
  return null;
}
