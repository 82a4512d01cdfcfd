import { useId } from 'react';
import type { Rehearsal, RehearsedDay } from '#contract/control/rehearsal/rehearsal.ts';
import { sumsOf } from '#contract/control/rehearsal/rehearsal-text.ts';
import { minutesPhrase } from '#contract/control/words/phrases-text.ts';
import { startOfSeoulDate } from '#contract/time/time.ts';
import { formatDate } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';

/** The simulated operation of each day beside the actual one. */
export function RehearsalDays({ rehearsal: { days } }: { rehearsal: Pick<Rehearsal, 'days'> }) {
  const hasWater = days.some(({ things }) => things.some(({ litres }) => litres !== null));
  const hasTarget = days.some(({ beyond }) => beyond !== null);
  const hasUnknown = days.some(({ unknownMinutes }) => unknownMinutes > 0);
  const captionId = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be reachable by keyboard
    <section tabIndex={0} aria-labelledby={captionId} className="min-w-0 overflow-x-auto">
      <table className="tabular w-full border-collapse text-right">
        <caption id={captionId} className="sr-only">
          날마다 움직였을 횟수와 시간
        </caption>
        <thead>
          <tr className="border-b border-line text-age text-ink-soft">
            <th scope="col" className="py-2 pr-1.5 text-left font-medium">
              날짜
            </th>
            <Head>횟수</Head>
            <Head>한 시간 최대</Head>
            <Head>시간</Head>
            {hasWater && <Head>물 (L)</Head>}
            {hasTarget && <Head>목표 밖</Head>}
            <Head>그때 실제</Head>
            {hasUnknown && <Head>모름</Head>}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <DayRow key={day.date} day={day} hasWater={hasWater} hasTarget={hasTarget} hasUnknown={hasUnknown} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="px-1.5 py-2 font-medium whitespace-nowrap">
      {children}
    </th>
  );
}

type DayRowProps = { day: RehearsedDay; hasWater: boolean; hasTarget: boolean; hasUnknown: boolean };

function DayRow({ day, hasWater, hasTarget, hasUnknown }: DayRowProps) {
  const { runs, minutes, litres } = sumsOf([day]);
  // The limit of starts is each actuator's own.
  const mostPerHour = Math.max(0, ...day.things.map((thing) => thing.mostPerHour));
  const ran = day.things.flatMap(({ ranMinutes }) => (ranMinutes === null ? [] : [ranMinutes]));
  const cell = 'px-1.5 py-1.5 whitespace-nowrap';
  const minutesOrNone = (value: number) => (value === 0 ? '-' : minutesPhrase(value));
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="py-1.5 pr-1.5 text-left font-medium whitespace-nowrap">
        {formatDate(startOfSeoulDate(day.date))}
      </th>
      <td className={cell}>{runs}</td>
      <td className={cell}>{mostPerHour === 0 ? '-' : `${mostPerHour}번`}</td>
      <td className={cell}>{minutesOrNone(minutes)}</td>
      {hasWater && <td className={cell}>{formatNumber(litres, 0)}</td>}
      {hasTarget && <td className={cell}>{minutesOrNone(day.beyond?.minutes ?? 0)}</td>}
      <td className={cell}>{ran.length === 0 ? '-' : minutesPhrase(ran.reduce((sum, one) => sum + one, 0))}</td>
      {hasUnknown && <td className={cell}>{minutesOrNone(day.unknownMinutes)}</td>}
    </tr>
  );
}
