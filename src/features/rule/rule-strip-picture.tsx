import { useId } from 'react';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { ruleStrip } from '#contract/control/rule/rule-strip.ts';
import { nightsBetween, sunTimes } from '#contract/time/sun.ts';
import { DAY_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { formatClock, formatDayOfYear } from '#src/lib/format-date.ts';
import { DayHours } from '#src/ui/climate/day-hours.tsx';

type RuleStripPictureProps = {
  rule: RuleFields;
  /** Other rules with the same equipment, by name. */
  beside: readonly { name: string; fields: RuleFields }[];
  now: number;
};

const SIDE = 1_000;
/** A rule that acts on none of these days belongs to another season of the year, days. */
const DAYS_AHEAD = 31;

/** The 24 hours of the next day on which a rule may act, over the night, with other rules of its equipment below. */
export function RuleStripPicture({ rule, beside, now }: RuleStripPictureProps) {
  const id = useId();
  const today = startOfSeoulDay(now);
  // Assume one of the rule's own growth stages: the calendar decides when they occur, and the sentence says so.
  const season = (fields: RuleFields) => () => fields.seasons[0] ?? null;
  const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => today + ahead * DAY_MS);
  const day = days.find((begin) => ruleStrip(rule, begin, sunTimes, season(rule)).length > 0) ?? today;
  const pieces = ruleStrip(rule, day, sunTimes, season(rule));
  const x = (at: number) => ((at - day) / DAY_MS) * SIDE;
  const nights = nightsBetween(day, day + DAY_MS).map(({ from, to }) => ({
    from: Math.max(from, day),
    to: Math.min(to, day + DAY_MS),
  }));
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-1">
      <figcaption id={id} className="text-age text-ink-soft">
        {day === today ? '오늘' : `다음에 움직이는 날, ${formatDayOfYear(day)}`}
        {rule.seasons.length > 0 && ' (고른 생육 단계일 때)'}
        {beside.length > 0 && ' · 아래 가는 줄은 같은 장비를 쓰는 다른 규칙'}
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SIDE} ${SIDE}`}
        preserveAspectRatio="none"
        className="h-12 w-full overflow-hidden rounded-lg bg-card inset-ring inset-ring-line"
      >
        {nights.map(({ from, to }) => (
          <rect key={from} x={x(from)} width={x(to) - x(from)} y={0} height={SIDE} className="fill-chart-night" />
        ))}
        {pieces.map(({ from, to }) => (
          <rect
            key={from}
            x={x(from)}
            width={Math.max(6, x(to) - x(from))}
            y={150}
            height={450}
            className="fill-leaf"
          />
        ))}
        {beside.flatMap(({ fields }) =>
          ruleStrip(fields, day, sunTimes, season(fields)).map(({ from, to }) => (
            <rect
              key={`${fields.name} ${from}`}
              x={x(from)}
              width={Math.max(6, x(to) - x(from))}
              y={700}
              height={200}
              className="fill-ink-faint"
            />
          )),
        )}
        {day === today && (
          <line
            x1={x(now)}
            x2={x(now)}
            y1={0}
            y2={SIDE}
            strokeWidth={2}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink-soft"
          />
        )}
      </svg>
      <DayHours />
      <p className="sr-only">
        {pieces.length === 0
          ? '이 달에는 움직이는 때가 없습니다.'
          : pieces
              .map(({ from, to }) =>
                to - from >= DAY_MS ? '하루 종일' : `${formatClock(from)}부터 ${formatClock(to)}까지`,
              )
              .join(', ')}
      </p>
    </figure>
  );
}
