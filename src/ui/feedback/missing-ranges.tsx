import { formatDateTime } from '#src/lib/format-date.ts';

/** More ranges than this are counted instead of listed. */
const MAX_RANGES = 3;

type MissingRangesProps = {
  missing: readonly (readonly [begin: number, end: number])[];
  /** The period of the ranges, if it is not the one on screen: '작년'. */
  of?: string;
};

/** Lists the time ranges that are not on this device, when the server cannot be reached. */
export function MissingRanges({ missing, of }: MissingRangesProps) {
  if (missing.length === 0) return null;
  const listed = missing
    .slice(0, MAX_RANGES)
    .map(([begin, end]) => `${formatDateTime(begin)} ~ ${formatDateTime(end)}`);
  const rest = missing.length - listed.length;
  return (
    <p className="text-age text-warn-ink">
      {of !== undefined && `${of} 기록 가운데 `}이 기기에 없는 기간: {listed.join(', ')}
      {rest > 0 && ` 외 ${rest}곳`}. 연결되면 채워집니다.
    </p>
  );
}
