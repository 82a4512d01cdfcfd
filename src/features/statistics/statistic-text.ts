import { formatNumber } from '#src/lib/format-number.ts';

/** A statistic as it is shown: one decimal, nothing as '0', missing as '-'. */
export function statisticText(value: number | null | undefined): string {
  const text = formatNumber(value, 1);
  return text === '0.0' ? '0' : text;
}
