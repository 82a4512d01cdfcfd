import { sunTimes } from '../../time/sun.ts';
import { DAY_MS, startOfSeoulDay } from '../../time/time.ts';
import type { RuleFields } from './rule.ts';
import { ruleStrip } from './rule-strip.ts';

/** How far ahead the next action is searched; the list shows the season of a rule that is further away. */
const DAYS_AHEAD = 31;

/**
 * When a rule may act next, epoch ms: its next start, or the start of its next window. null while a window is open,
 * while the rule is off, and when nothing comes within a month.
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
