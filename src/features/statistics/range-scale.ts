type RangeScale = { min: number; max: number; ticks: number[] };

const STEPS = [1, 2, 5, 10];
/** More grid lines are unreadable. */
const MOST_INTERVALS = 4;

/** A scale of a few round steps around the values, with room for a label above and below. */
export function rangeScale(values: readonly number[], isFromZero: boolean): RangeScale {
  const low = isFromZero ? 0 : Math.min(...values, Number.POSITIVE_INFINITY);
  const high = Math.max(...values, Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { min: 0, max: 1, ticks: [0, 1] };
  const span = Math.max(high - low, 1);
  const magnitude = 10 ** Math.floor(Math.log10(span / MOST_INTERVALS));
  const step =
    STEPS.map((round) => round * magnitude).find((one) => (high + span / 8 - low) / one <= MOST_INTERVALS) ??
    10 * magnitude;
  const min = isFromZero ? 0 : Math.floor((low - span / 8) / step) * step;
  const max = Math.ceil((high + span / 12) / step) * step;
  const count = Math.round((max - min) / step) + 1;
  // Rounds away floating point errors of summed steps.
  return { min, max, ticks: Array.from({ length: count }, (_, at) => Number((min + at * step).toFixed(6))) };
}
