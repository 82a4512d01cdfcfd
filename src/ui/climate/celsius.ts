import { formatWithUnit } from '#src/lib/format-number.ts';

/** A temperature with one decimal: '12.3 ℃'. */
export const celsius = (value: number): string => formatWithUnit(value, '℃', 1);
