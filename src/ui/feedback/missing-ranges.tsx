import { formatDateTime } from '#src/lib/format-date.ts';

/** More stretches than these are counted and not listed. */
const LISTED = 3;

type MissingRangesProps = {
  missing: readonly (readonly [begin: number, end: number])[];
  /** Whose stretches, where it is not the range on screen: '작년'. */
  of?: string;
};

/** Which stretches of the range are not on this device, when there is no network to ask. */
export function MissingRanges({ missing, of }: MissingRangesProps) {
  if (missing.length === 0) return null;
  const listed = missing.slice(0, LISTED).map(([begin, end]) => `${formatDateTime(begin)} ~ ${formatDateTime(end)}`);
  const rest = missing.length - listed.length;
  return (
    <p className="text-age text-warn-ink">
      {of !== undefined && `${of} 기록 가운데 `}이 기기에 없는 기간: {listed.join(', ')}
      {rest > 0 && ` 외 ${rest}곳`}. 연결되면 채워집니다.
    </p>
  );
}
