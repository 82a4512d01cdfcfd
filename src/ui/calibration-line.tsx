import type { ReactNode } from 'react';
import { formatPlain } from '#src/lib/format-number.ts';
import { QueuedList } from './list/queued-rows.tsx';

/** A correction with its sign: '+0.4 ℃'. */
export function correctionWords(correction: number, unit: string): string {
  return `${correction < 0 ? '-' : '+'}${formatPlain(Math.abs(correction))} ${unit}`.trim();
}

type QueuedCalibrationsProps = {
  /** Those that the server does not have yet; without a body those that this release cannot read. */
  queued: readonly (Omit<Parameters<typeof QueuedList>[0]['rows'][number], 'title'> & {
    body: { sinceOn: string; correction: number } | undefined;
  })[];
  unit: string;
};

/** Corrections of a sensor that wait on this device; nothing if there are none. */
export function QueuedCalibrations({ queued, unit }: QueuedCalibrationsProps) {
  if (queued.length === 0) return null;
  return (
    <QueuedList
      rows={queued.map(({ entryId, state, body }) => ({
        entryId,
        state,
        title: body && `${body.sinceOn}부터 ${correctionWords(body.correction, unit)}`,
      }))}
    />
  );
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
