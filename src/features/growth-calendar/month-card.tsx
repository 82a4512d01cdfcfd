import Droplet from 'lucide-react/icons/droplet';
import Thermometer from 'lucide-react/icons/thermometer';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import type { ResolvedPeriod } from '#contract/growth-calendar/calendar-edit.ts';
import type { MeasuredPeriod } from '#contract/growth-calendar/crop-year.ts';
import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatStatistic } from '#src/lib/format-number.ts';
import { periodAfter } from './calendar-address.ts';
import { type BasisField, basisOf, rangeWords, waterWords } from './calendar-words.tsx';
import { irrigationSign, measuredRange, signWords, verdictClass, verdictOf } from './measured-words.tsx';

type MonthCardProps = {
  month: number;
  /** Its three periods, and the index of the first among the 36. */
  periods: readonly ResolvedPeriod[];
  offset: number;
  /** Whether the month was chosen. */
  isChosen: boolean;
  /** Indexes among the 36 periods: the crop's current one, and the one shown in detail; null if none. */
  current: number | null;
  selected: number | null;
  onSelect: (index: number) => void;
  /** Index of the period in the tab order; null if it is in another month. */
  stop: number | null;
  onStop: (index: number) => void;
  /**
   * Measured values of the year by period, and of the year before if shown; undefined for another farm, or while
   * loading.
   */
  year?: readonly MeasuredPeriod[] | undefined;
  before?: readonly MeasuredPeriod[] | undefined;
  /** The server's time, epoch ms: future periods have no values. */
  now?: number;
};

/** A month of the calendar: 200 px wide, three periods of three lines. */
export const MonthCard = memo(function MonthCard(props: MonthCardProps) {
  const { month, periods, offset, isChosen, current, selected, onSelect, stop, onStop, year, before, now = 0 } = props;
  return (
    // No landmark: twelve of them would bury the others.
    <section
      className={classNames(
        'flex w-[200px] shrink-0 snap-start flex-col rounded-card bg-card shadow-card',
        isChosen && 'inset-ring-2 inset-ring-leaf',
      )}
    >
      <h3 className="px-3 pt-2.5 pb-1 text-lg font-bold">
        {month}월{isChosen && <span className="ml-2 text-age font-semibold text-leaf">고른 달</span>}
      </h3>
      <ul className="flex flex-1 flex-col gap-1 p-1 pt-0">
        {periods.map((period, at) => (
          <li key={period.part} className="flex-1">
            <PeriodButton
              period={period}
              isCurrent={current === offset + at}
              isSelected={selected === offset + at}
              onSelect={() => onSelect(offset + at)}
              isStop={stop === offset + at}
              onStop={() => onStop(offset + at)}
              measured={measuredBy(year?.[offset + at], now)}
              before={before?.[offset + at]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
});

/** Future periods have no measured values. */
const measuredBy = (measured: MeasuredPeriod | undefined, now: number) =>
  measured && measured.from < now ? measured : undefined;

/** The year is one tab stop (roving tabindex): arrow keys move between the periods. */
function handleKey(event: KeyboardEvent<HTMLButtonElement>) {
  const thirds = [...(event.currentTarget.closest('[data-year]')?.querySelectorAll('button') ?? [])];
  const index = thirds.indexOf(event.currentTarget);
  const next = periodAfter(event.key, index);
  if (next === index) return;
  event.preventDefault();
  thirds[next]?.focus();
}

type PeriodButtonProps = {
  period: ResolvedPeriod;
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: () => void;
  isStop: boolean;
  onStop: () => void;
  measured: MeasuredPeriod | undefined;
  before: MeasuredPeriod | undefined;
};

function PeriodButton({
  period,
  isCurrent,
  isSelected,
  onSelect,
  isStop,
  onStop,
  measured,
  before,
}: PeriodButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      {...(isCurrent && { 'aria-current': 'date' })}
      tabIndex={isStop ? 0 : -1}
      onFocus={onStop}
      onKeyDown={handleKey}
      onClick={onSelect}
      className={classNames(
        'tabular flex h-full w-full flex-col gap-0.5 rounded-lg px-2 py-1.5 text-left leading-snug transition-colors hover:bg-sunken',
        isSelected && 'bg-sunken',
        isCurrent && 'inset-ring-2 inset-ring-accent',
      )}
    >
      <span className="flex items-baseline justify-between gap-1">
        <span className="min-w-0">
          <span className="mr-0.5 text-ink-soft">{monthPartNames[period.part]}</span>{' '}
          <span className="font-semibold">{period.season}</span>
          {isCurrent && <span className="ml-1.5 text-age font-semibold text-accent-ink">지금</span>}
        </span>
        <BasisSign period={period} field="stage" />
      </span>
      <Line icon={<Thermometer aria-hidden className="size-4 text-series-temperature" />} name="온도">
        {rangeWords(period)}
        <BasisSign period={period} field="temp" />
      </Line>
      <Line icon={<Droplet aria-hidden className="size-4 text-series-flow" />} name="관수">
        {waterWords(period)}
        <BasisSign period={period} field="water" />
      </Line>
      {measured && <MeasuredFigures measured={measured} />}
      {before?.min && <span className="text-age text-ink-faint">작년 {measuredRange(before)}</span>}
    </button>
  );
}

/** Measured values below the targets: extremes, deviation, irrigation. */
function MeasuredFigures({ measured }: { measured: MeasuredPeriod }) {
  const { min, belowC, aboveC, counted, irrigation } = measured;
  if (!min) return <span className="text-age text-ink-faint">기록 없음</span>;
  const beyond = [signWords(belowC, '▼'), signWords(aboveC, '▲')].filter((sign) => sign !== '').join(' ');
  const worst = verdictOf(belowC === null && aboveC === null ? null : Math.max(belowC ?? 0, aboveC ?? 0));
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-1 border-t border-dashed border-line pt-0.5">
      <span className="sr-only">우리 농장</span>
      <span>{measuredRange(measured)}</span>
      <span className={verdictClass[worst]}>{counted === 0 ? '기록 부족' : worst === 'kept' ? '✓' : beyond}</span>
      {irrigation.tonsPer10a !== null && (
        <span className="w-full text-age text-ink-soft">
          관수 {formatStatistic(irrigation.tonsPer10a)} t {irrigationSign(irrigation)}
        </span>
      )}
    </span>
  );
}

function Line({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      {icon}
      <span className="sr-only">{name}</span>
      <span className="flex min-w-0 flex-1 items-baseline justify-between gap-1">{children}</span>
    </span>
  );
}

/** The basis of the preceding line as a sign; screen readers read the words. */
function BasisSign({ period, field }: { period: ResolvedPeriod; field: BasisField }) {
  const { sign, label } = basisOf(period, field);
  return (
    <span title={label} className="shrink-0 text-age text-ink-faint">
      <span aria-hidden>{sign}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
