import Clock from 'lucide-react/icons/clock';
import { staleness } from '#contract/series/staleness.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';

type AgeBadgeProps = {
  /** When the value was measured, epoch ms; null without a value. */
  at: number | null;
  /** The current time, epoch ms: the age depends on the clock, not on the connection. */
  now: number;
  /** Expected interval of values, ms. */
  intervalMs: number;
};

/** The age of a value: nothing while fresh, then grey, then amber with a clock, then hatched. One line of 28 px. */
export function AgeBadge({ at, now, intervalMs }: AgeBadgeProps) {
  const tone = staleness(at, intervalMs, now).tone;
  if (tone === 'fresh') return null;
  const text = at === null ? '받은 값 없음' : formatAge(now - at);
  const words =
    at === null ? (
      text
    ) : (
      <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
        {text}
      </time>
    );
  if (tone === 'aging')
    return <span className="tabular inline-flex h-7 items-center text-age text-ink-faint">{words}</span>;
  return (
    <span
      className={classNames(
        'tabular inline-flex h-7 items-center gap-1 rounded-full px-2.5 text-age font-semibold whitespace-nowrap inset-ring',
        tone === 'late'
          ? 'bg-warn-surface text-warn-ink inset-ring-warn-line'
          : 'bg-offline-surface text-offline-ink inset-ring-offline-line',
      )}
    >
      <Clock aria-hidden className="size-4" />
      {words}
    </span>
  );
}
