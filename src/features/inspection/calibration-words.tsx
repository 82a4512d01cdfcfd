import type { Comparison } from '#contract/inspection/inspection.ts';
import { formatPlain } from '#src/lib/format-number.ts';

/** '2026-11-22부터 -0.4 ℃ (기준 12.1 ℃, 센서 12.5 ℃)'. */
export function comparisonWords({ sinceOn, correction, referenceValue, shownValue }: Comparison, unit: string): string {
  const sign = correction > 0 ? '+' : '';
  const figure = (value: number) => `${formatPlain(value)} ${unit}`.trim();
  return `${sinceOn}부터 ${sign}${figure(correction)} (기준 ${figure(referenceValue)}, 센서 ${figure(shownValue)})`;
}
