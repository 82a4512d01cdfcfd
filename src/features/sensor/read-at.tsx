import { reportingWords } from '#contract/device/device-text.ts';
import type { SensorRow } from '#contract/device/sensor.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';

type ReadAtProps = {
  sensor: Pick<SensorRow, 'readAt' | 'intervalMs' | 'isFlagged'>;
  now: number;
  /** The instant at which silence is judged, epoch ms. */
  judgedAt: number;
};

/** Whether the newest value is missing, overdue or implausible. */
export function needsLook({ readAt, intervalMs, isFlagged }: ReadAtProps['sensor'], judgedAt: number): boolean {
  return isFlagged || readAt === null || staleness(readAt, intervalMs, judgedAt).reporting === 'silent';
}

/** The age of the newest value; marks silence with its start, and implausible values. */
export function ReadAt({ sensor: { readAt, intervalMs, isFlagged }, now, judgedAt }: ReadAtProps) {
  if (readAt === null) return <StatusTag tone="quiet">{reportingWords.waiting}</StatusTag>;
  const at = Date.parse(readAt);
  const isSilent = staleness(readAt, intervalMs, judgedAt).reporting === 'silent';
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {isSilent && <StatusTag tone="lost">{reportingWords.silent}</StatusTag>}
      {isFlagged && <StatusTag tone="warn">범위 밖</StatusTag>}
      <time dateTime={readAt} title={formatDateTime(at)} className="tabular">
        {formatAge(now - at)}
      </time>
    </span>
  );
}
