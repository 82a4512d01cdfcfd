import { classNames } from '#src/lib/class-names.ts';

/** Below this share a day's mean no longer speaks for the day. */
const ENOUGH = 0.9;

type CoverageBarProps = {
  /** 0 to 1; null where no reading was due yet. */
  coverage: number | null;
};

/** How much of the last day there is. Rounded down, so that only a whole day is called whole. */
export function CoverageBar({ coverage }: CoverageBarProps) {
  if (coverage === null) return <span className="text-ink-soft">-</span>;
  const percent = Math.floor(coverage * 100);
  const isEnough = coverage >= ENOUGH;
  return (
    <span className="inline-flex items-center gap-2.5">
      <span aria-hidden className="h-2 w-20 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line">
        <span
          className={classNames('block h-full rounded-full', isEnough ? 'bg-leaf' : 'bg-warn-line')}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className={classNames('tabular', !isEnough && 'font-semibold text-warn-ink')}>{percent}%</span>
    </span>
  );
}
