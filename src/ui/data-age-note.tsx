import { MINUTE_MS } from '#contract/time/time.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';

type DataAgeNoteProps = {
  /** When the server gave what is shown, epoch ms. */
  fetchedAt: number;
  now: number;
};

/** Says how old the whole page is once that matters; nothing while it is fresh. */
export function DataAgeNote({ fetchedAt, now }: DataAgeNoteProps) {
  if (now - fetchedAt < 5 * MINUTE_MS) return null;
  return (
    <p className="text-age text-ink-soft">
      <time dateTime={new Date(fetchedAt).toISOString()} title={formatDateTime(fetchedAt)}>
        {formatAge(now - fetchedAt)}
      </time>
      에 받아 둔 내용입니다.
    </p>
  );
}
