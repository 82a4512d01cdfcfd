import { useId } from 'react';
import type { Rehearsal } from '#contract/control/rehearsal/rehearsal.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { ruleStrip } from '#contract/control/rule/rule-strip.ts';
import { nightsBetween, sunTimes } from '#contract/time/sun.ts';
import { DAY_MS, startOfSeoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import { formatDate } from '#src/lib/format-date.ts';
import { DayHours } from '#src/ui/climate/day-hours.tsx';

const SIDE = 1_000;
/** How many future days are shown, days. */
const DAYS_AHEAD = 7;

type Piece = { from: number; to: number };

/**
 * Each past day with its simulated operation over its night, and the next days with the times in which the rule may
 * act.
 */
export function RehearsalPicture({ rule, rehearsal, now }: { rule: RuleFields; rehearsal: Rehearsal; now: number }) {
  const id = useId();
  const past = rehearsal.days.map(({ date }) => startOfSeoulDate(date));
  const today = startOfSeoulDay(now);
  const ahead = Array.from({ length: DAYS_AHEAD }, (_, day) => today + (day + 1) * DAY_MS);
  // Assume one of the rule's own growth stages: the calendar decides when they occur.
  const season = () => rule.seasons[0] ?? null;
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
      <figcaption id={id} className="text-age text-ink-soft">
        하루 한 줄: 움직였을 때, 그리고 다음 {DAYS_AHEAD}일에 움직일 수 있는 때
        {rule.seasons.length > 0 && ' (고른 생육 단계일 때)'}
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-0.5">
        {past.map((day) => (
          <DayLine
            key={day}
            day={day}
            pieces={rehearsal.runs.map(({ startAt, endAt }) => ({ from: startAt, to: endAt }))}
          />
        ))}
        <span className="col-span-2 pt-1 text-age text-ink-soft">앞으로</span>
        {ahead.map((day) => (
          <DayLine key={day} day={day} pieces={ruleStrip(rule, day, sunTimes, season)} isAhead />
        ))}
        <span />
        <DayHours />
      </div>
    </figure>
  );
}

function DayLine({ day, pieces, isAhead = false }: { day: number; pieces: readonly Piece[]; isAhead?: boolean }) {
  const x = (at: number) => ((Math.min(Math.max(at, day), day + DAY_MS) - day) / DAY_MS) * SIDE;
  const own = pieces.filter(({ from, to }) => from < day + DAY_MS && to > day);
  const nights = nightsBetween(day, day + DAY_MS);
  return (
    <>
      <span className="tabular text-age whitespace-nowrap text-ink-soft">{formatDate(day)}</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SIDE} ${SIDE}`}
        preserveAspectRatio="none"
        className="h-4 w-full overflow-hidden rounded-sm bg-card inset-ring inset-ring-line"
      >
        {nights.map(({ from, to }) => (
          <rect key={from} x={x(from)} width={x(to) - x(from)} y={0} height={SIDE} className="fill-chart-night" />
        ))}
        {own.map(({ from, to }) => (
          <rect
            key={`${from} ${to}`}
            x={x(from)}
            width={Math.max(5, x(to) - x(from))}
            y={isAhead ? 350 : 100}
            height={isAhead ? 300 : 800}
            className={isAhead ? 'fill-ink-faint' : 'fill-leaf'}
          />
        ))}
      </svg>
    </>
  );
}
