import { HOUR_MS, seoulDate, startOfSeoulDay } from '#contract/time/time.ts';

/** A station's rain total of a day, mm, at an instant (epoch ms). */
export type RainTotal = { at: number; mm: number };

/** The rain rate over the interval that ends at an instant. */
type RainRate = { at: number; mmH: number };

/**
 * The rain between two totals, spread evenly over the intervals between them, so that a silence of the station neither
 * hides nor doubles rain. The total of midnight still belongs to the day that ends. A total that decreases within a day
 * was corrected and counts as no rain.
 */
export function rainBetween(known: RainTotal, next: RainTotal, intervalMs: number): RainRate[] {
  const isNewDay = seoulDate(known.at - 1) !== seoulDate(next.at - 1);
  const from = isNewDay ? startOfSeoulDay(next.at - 1) : known.at;
  const fell = isNewDay ? next.mm : Math.max(0, next.mm - known.mm);
  const lasted = next.at - from;
  if (lasted <= 0) return [];
  const steps = Math.max(1, Math.round(lasted / intervalMs));
  const mmH = Number(((fell * HOUR_MS) / lasted).toFixed(3));
  return Array.from({ length: steps }, (_, step) => ({ at: next.at - (steps - 1 - step) * intervalMs, mmH }));
}
