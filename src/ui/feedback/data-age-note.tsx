import { type Dated, isOld } from '#src/lib/data-age.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';

type DataAgeNoteProps = {
  /** The read that is shown; undefined before there is one. */
  seen: Dated | undefined;
  /** The server's time, epoch ms. */
  now: number;
};

/** Shows how old the page's data is if it came from the device; nothing while the server answers. */
export function DataAgeNote({ seen, now }: DataAgeNoteProps) {
  if (!seen || !isOld(seen, now)) return null;
  const { fetchedAt } = seen;
  return (
    <p className="text-age text-ink-soft">
      <time dateTime={new Date(fetchedAt).toISOString()} className="tabular">
        {formatDateTime(fetchedAt)}
      </time>
      에 받아 둔 내용입니다 ({formatAge(now - fetchedAt)}).
    </p>
  );
}
