import type { Crop } from '#contract/crop/crop.ts';
import { DAY_MS, seoulDayNumber, startOfSeoulDate } from '#contract/time/time.ts';

/** Whole days since bud break, as the growth calendar counts them; null before it and where none is noted. */
export function daysSinceBudBreak({ budBreakOn }: Pick<Crop, 'budBreakOn'>, now: number): number | null {
  if (budBreakOn === null) return null;
  const days = seoulDayNumber(now) - seoulDayNumber(startOfSeoulDate(budBreakOn));
  return days >= 0 ? days : null;
}

/** The first day that can be noted as this season's bud break. */
export function earliestBudBreak(now: number): number {
  return now - 549 * DAY_MS;
}
