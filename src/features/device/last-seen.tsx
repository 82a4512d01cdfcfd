import { type DeviceRow, deviceStaleness } from '#contract/device/device.ts';
import { reportingWords } from '#contract/device/device-text.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';

type LastSeenProps = {
  device: Pick<DeviceRow, 'lastSeenAt' | 'intervalMs' | 'unstoredAt'>;
  now: number;
  /** The instant at which silence is judged, epoch ms. */
  judgedAt: number;
};

/** When a reading of the device was last stored. Marks silence with its start, and readings that were not stored. */
export function LastSeen({ device, now, judgedAt }: LastSeenProps) {
  const { lastSeenAt, unstoredAt } = device;
  const unstored = unstoredAt !== null && <StatusTag tone="warn">{reportingWords.unstored}</StatusTag>;
  if (lastSeenAt === null) return unstored || <StatusTag tone="quiet">{reportingWords.waiting}</StatusTag>;
  const at = Date.parse(lastSeenAt);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {deviceStaleness(device, judgedAt).reporting === 'silent' && (
        <StatusTag tone="lost">{reportingWords.silent}</StatusTag>
      )}
      {unstored}
      <time dateTime={lastSeenAt} title={formatDateTime(at)} className="tabular">
        {formatAge(now - at)}
      </time>
    </span>
  );
}
