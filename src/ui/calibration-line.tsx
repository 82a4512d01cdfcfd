import type { ReactNode } from 'react';
import { formatPlain } from '#src/lib/format-number.ts';

/** A correction with its sign: '+0.4 ℃'. */
export function correctionWords(correction: number, unit: string): string {
  return `${correction < 0 ? '-' : '+'}${formatPlain(Math.abs(correction))} ${unit}`.trim();
}

type CalibrationLineProps = {
  /** The Seoul day from which it applies. */
  sinceOn: string;
  correction: number;
  unit: string;
  by: string | null;
  /** The evidence for the calibration. */
  children?: ReactNode;
};

/** The correction of a sensor's values: the amount, its first day and its author. */
export function CalibrationLine({ sinceOn, correction, unit, by, children }: CalibrationLineProps) {
  return (
    <div className="tabular min-w-0 flex-1">
      <p>
        <time dateTime={sinceOn}>{sinceOn}</time>부터 <strong>{correctionWords(correction, unit)}</strong> {children}
      </p>
      {by !== null && <p className="text-age text-ink-soft">{by} 님이 적음</p>}
    </div>
  );
}
