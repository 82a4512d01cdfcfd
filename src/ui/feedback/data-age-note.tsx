import { type Dated, isOld } from '#src/lib/data-age.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';

type DataAgeNoteProps = {
  /** What is shown; undefined before anything is. */
  seen: Dated | undefined;
  /** The server's time, epoch ms. */
  now: number;
};

/** Says as of when a page speaks, once that is not now; nothing while the server answers. */
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
