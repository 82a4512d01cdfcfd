import type { CropGrowth, GrowthCurve, ObservedDay } from '#contract/growing/growing-season.ts';
import type { QuantityName } from '#contract/growing/quantities.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';

/** How curves are aligned: by the day of the year, or by days since bud break. */
export const alignments = ['date', 'bud-break'] as const;
export type Alignment = (typeof alignments)[number];

/** The time offset at which a curve is drawn, ms. */
export function shiftOf(
  growth: CropGrowth,
  curve: Pick<GrowthCurve, 'beganOn'>,
  { alignment, isLastYear = false }: { alignment: Alignment; isLastYear?: boolean },
): number {
  // Last year's season starts one year earlier: shifting by that year aligns the dates.
  if (alignment === 'date' && !isLastYear) return 0;
  return startOfSeoulDate(growth.own.beganOn) - startOfSeoulDate(curve.beganOn);
}

/** Between observations further apart than this no value is interpolated, ms. */
const FAR_MS = 45 * DAY_MS;

/** The mean at an instant, interpolated linearly between the days around it; null if none are near. */
export function meanAt(days: readonly ObservedDay[], at: number): number | null {
  const after = days.find(({ on }) => startOfSeoulDate(on) >= at);
  const before = days.findLast(({ on }) => startOfSeoulDate(on) <= at);
  if (!before || !after) return null;
  const [from, to] = [startOfSeoulDate(before.on), startOfSeoulDate(after.on)];
  if (to - from > FAR_MS) return null;
  return to === from ? before.mean : before.mean + ((after.mean - before.mean) * (at - from)) / (to - from);
}

/** The newest value of a quantity, and the value at the same time a year before; undefined without any. */
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
