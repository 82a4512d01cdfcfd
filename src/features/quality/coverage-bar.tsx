import { classNames } from '#src/lib/class-names.ts';

/** Below this coverage a day's mean is not representative. */
const ENOUGH = 0.9;

type CoverageBarProps = {
  /** 0 to 1; null if no reading was due yet. */
  coverage: number | null;
};

/** The coverage of the last day. Rounded down, so that only a complete day shows 100 %. */
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
