import type { ObservedDay, OwnGrowthCurve } from '#contract/growing/growing-season.ts';
import type { Figures } from '#contract/growing/observation.ts';
import { type QuantityName, quantityNames } from '#contract/growing/quantities.ts';
import { seoulDate } from '#contract/time/time.ts';
import { groupedBy } from '../kernel/grouped-by.ts';

/** What was measured on one tree at one time, epoch ms. */
type Measured = Figures & { id: string; tree: string; at: number };

/** With fewer values in a day it is unclear which of them is an outlier. */
const FEWEST_TO_JUDGE = 5;
/**
 * An outlier lies more than this many interquartile ranges beyond the quartiles (Tukey, Exploratory Data Analysis,
 * 1977).
 */
const TUKEY = 1.5;

/** Builds one value for each quantity. */
export function ofEachQuantity<Each>(each: (name: QuantityName) => Each): Record<QuantityName, Each> {
  return {
    shootCm: each('shootCm'),
    fruitMm: each('fruitMm'),
    brix: each('brix'),
    acidityPct: each('acidityPct'),
    leafSpad: each('leafSpad'),
    leafColour: each('leafColour'),
  };
}

/** Summarises each day of each quantity and lists its outliers separately; `rows` are sorted by time. */
export function summarise(rows: readonly Measured[]): Pick<OwnGrowthCurve, 'days' | 'outliers'> {
  const days = ofEachQuantity<ObservedDay[]>(() => []);
  const outliers = ofEachQuantity<OwnGrowthCurve['outliers'][QuantityName]>(() => []);
  for (const name of quantityNames) {
    const taken = rows.flatMap(({ id, tree, at, ...figures }) => {
      const value = figures[name];
      return value === null ? [] : [{ id, tree, at, value }];
    });
    for (const [on, ofDay] of groupedBy(taken, ({ at }) => seoulDate(at))) {
      const { low, high } = fencesOf(ofDay.map(({ value }) => value));
      const inside = ofDay.filter(({ value }) => value >= low && value <= high).map(({ value }) => value);
      days[name].push({
        on,
        mean: inside.reduce((sum, value) => sum + value, 0) / inside.length,
        min: Math.min(...inside),
        max: Math.max(...inside),
        count: inside.length,
      });
      for (const { id, tree, at, value } of ofDay) {
        if (value < low || value > high) {
          outliers[name].push({ id, tree, observedAt: new Date(at).toISOString(), value });
        }
      }
    }
  }
  return { days, outliers };
}

/** The range outside which a value of the day is an outlier. */
function fencesOf(values: readonly number[]): { low: number; high: number } {
  if (values.length < FEWEST_TO_JUDGE) return { low: -Infinity, high: Infinity };
  const sorted = [...values].sort((one, other) => one - other);
  const [lower, upper] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const reach = TUKEY * (upper - lower);
  return { low: lower - reach, high: upper + reach };
}

/** Interpolates linearly between two neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
