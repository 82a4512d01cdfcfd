export type Bounds = { least: number; most: number };

/** The next multiple of `step` in the direction, within bounds; an invalid value starts at the lower bound. */
export function stepValue(value: number, direction: 1 | -1, step: number, { least, most }: Bounds): number {
  if (!Number.isFinite(value)) return least;
  // Calculated in tenths: sums of 0.1 accumulate rounding errors.
  const [tenths, size] = [Math.round(value * 10), Math.round(step * 10)];
  const next = direction > 0 ? Math.floor(tenths / size) * size + size : Math.ceil(tenths / size) * size - size;
  return Math.min(most, Math.max(least, next / 10));
}
