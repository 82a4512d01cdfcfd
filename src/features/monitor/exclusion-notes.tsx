import type { ExcludedSpan } from '#contract/quality/quality.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import type { ChartRange, ChartSeries } from '#src/ui/chart/chart-series.ts';

type ExclusionNotesProps = {
  series: readonly ChartSeries[];
  shown: ChartRange;
  exclusions: readonly ExcludedSpan[];
};

/** Which of the shown readings were excluded, and why. Nothing if none were. */
export function ExclusionNotes({ series, shown: { begin, end }, exclusions }: ExclusionNotesProps) {
  const notes = exclusions.flatMap((one) => {
    const label = series.find(({ key }) => key === String(one.channelIndex))?.label;
    const isSeen = one.from < end && (one.to === null || one.to > begin);
    return label !== undefined && isSeen ? [{ ...one, label }] : [];
  });
  if (notes.length === 0) return null;
  return (
    <section aria-label="제외한 값">
      <p className="font-semibold">제외한 값이 있습니다</p>
      <ul className="flex flex-col gap-1 text-ink-soft">
        {notes.map(({ channelIndex, label, from, to, reason }) => (
          <li key={`${channelIndex} ${from} ${to} ${reason}`} className="wrap-anywhere">
            {label}: {formatDateTime(from)}부터 {to === null ? '계속' : `${formatDateTime(to)}까지`} ({reason})
          </li>
        ))}
      </ul>
    </section>
  );
}
