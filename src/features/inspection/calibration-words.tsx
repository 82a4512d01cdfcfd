import type { Comparison } from '#contract/inspection/inspection.ts';
import { formatPlain } from '#src/lib/format-number.ts';
import { correctionWords } from '#src/ui/calibration-line.tsx';

/** '2026-11-22부터 -0.4 ℃ (기준 12.1 ℃, 센서 12.5 ℃)'. */
export function comparisonWords(compared: Comparison, unit: string): string {
  return `${compared.sinceOn}부터 ${correctionWords(compared.correction, unit)} ${besideWords(compared, unit)}`;
}

/** The readings of two instruments: '(기준 12.1 ℃, 센서 12.5 ℃)'. */
export function besideWords({ referenceValue, shownValue }: Comparison, unit: string): string {
  const figure = (value: number) => `${formatPlain(value)} ${unit}`.trim();
  return `(기준 ${figure(referenceValue)}, 센서 ${figure(shownValue)})`;
}
