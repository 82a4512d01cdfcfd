import type { CropGrowth, GrowthCurve, ObservedDay } from '#contract/growing/growing-season.ts';
import type { QuantityName } from '#contract/growing/quantities.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';

/** How curves are laid over each other: by the day of the year, or by days since their bud breaks. */
export const alignments = ['date', 'bud-break'] as const;
export type Alignment = (typeof alignments)[number];

/** Where a curve is drawn, as a distance from its own days, ms. */
export function shiftOf(
  growth: CropGrowth,
  curve: Pick<GrowthCurve, 'beganOn'>,
  { alignment, isLastYear = false }: { alignment: Alignment; isLastYear?: boolean },
): number {
  // The season before begins as many days earlier as a year has: by the date it comes to the same.
  if (alignment === 'date' && !isLastYear) return 0;
  return startOfSeoulDate(growth.own.beganOn) - startOfSeoulDate(curve.beganOn);
}

/** Between visits further apart than this nobody knows how it was, ms. */
const FAR_MS = 45 * DAY_MS;

/** The mean at an instant, on a straight line between the days around it; null where there are none near. */
export function meanAt(days: readonly ObservedDay[], at: number): number | null {
  const after = days.find(({ on }) => startOfSeoulDate(on) >= at);
  const before = days.findLast(({ on }) => startOfSeoulDate(on) <= at);
  if (!before || !after) return null;
  const [from, to] = [startOfSeoulDate(before.on), startOfSeoulDate(after.on)];
  if (to - from > FAR_MS) return null;
  return to === from ? before.mean : before.mean + ((after.mean - before.mean) * (at - from)) / (to - from);
}

/** The newest day of a quantity, and how it was at the same time a year before; undefined where nothing was measured. */
export function newestOf(
  growth: CropGrowth,
  name: QuantityName,
): { day: ObservedDay; lastYear: number | null; outliers: number } | undefined {
  const day = growth.own.days[name].at(-1);
  if (!day) return undefined;
  const { lastYear } = growth;
  const at = startOfSeoulDate(day.on);
  return {
    day,
    lastYear: lastYear
      ? meanAt(lastYear.days[name], at - shiftOf(growth, lastYear, { alignment: 'date', isLastYear: true }))
      : null,
    outliers: growth.own.outliers[name].length,
  };
}
