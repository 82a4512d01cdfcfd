import type { Crop } from '#contract/crop/crop.ts';
import { DAY_MS, seoulDayNumber, startOfSeoulDate } from '#contract/time/time.ts';

/** Whole days since bud break, as the growth calendar counts them; null before it and if it is not recorded. */
export function daysSinceBudBreak({ budBreakOn }: Pick<Crop, 'budBreakOn'>, now: number): number | null {
  if (budBreakOn === null) return null;
  const days = seoulDayNumber(now) - seoulDayNumber(startOfSeoulDate(budBreakOn));
  return days >= 0 ? days : null;
}

/** The earliest day that can be recorded as this season's bud break. */
export function earliestBudBreak(now: number): number {
  return now - 549 * DAY_MS;
}
