/** The value rounded to a number of decimals; half of the last one is rounded up. */
export function roundTo(decimals: number, value: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
