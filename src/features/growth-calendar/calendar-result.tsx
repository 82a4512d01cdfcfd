import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ResolvedPeriod } from '#contract/growth-calendar/calendar-edit.ts';
import { aheadOfCalendar, periodIndexOf } from '#contract/growth-calendar/growth-calendar.ts';
import type { CalendarSource, FarmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { formatDayOfYear } from '#src/lib/format-date.ts';
import { useSlices } from '#src/lib/use-slices.ts';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { cropYearQuery } from './calendar-queries.ts';
import { basisLegend, temperatureWords, waterWords } from './calendar-words.tsx';
import { MeasuredDetail } from './measured-detail.tsx';
import { MonthCard } from './month-card.tsx';
import { OwnTargets } from './own-targets.tsx';
import { PeriodDetail } from './period-detail.tsx';
import { YearStrip } from './year-strip.tsx';

/** The calendar to show: of a crop of the farm, or of a kind of crop. */
export type ShownCalendar = {
  name: string;
  cultivation: string;
  budBreak: string;
  periods: readonly ResolvedPeriod[];
  sources: readonly CalendarSource[];
  about: string;
  /** The crop of the farm; null for the calendar of a kind of crop. */
  crop: FarmCalendars['crops'][number] | null;
};

type CalendarResultProps = {
  calendar: ShownCalendar;
  /** The queried month, 1 to 12, and year. */
  month: number;
  year: number;
  /** The server's time, epoch ms. */
  now: number;
  /** Whether the user may set targets for this farm. */
  mayWrite: boolean;
};

/** The twelve months of a crop with its current period, and one period in detail. */
export function CalendarResult({ calendar, month, year, now, mayWrite }: CalendarResultProps) {
  const { name, periods, sources, about, cultivation, budBreak, crop } = calendar;
  const ahead = aheadOfCalendar(budBreak, crop?.budBreakOn ?? null, now);
  const current = periodIndexOf(now + (ahead ?? 0));
  const isThisMonth = Math.floor(current / 3) === month - 1;
  const [selected, setSelected] = useState(isThisMonth ? current : (month - 1) * 3);
  const [stop, setStop] = useState(selected);
  const [isBeforeShown, setIsBeforeShown] = useState(false);
  const id = crop?.cropId ?? '';
  const measured = useQuery({ ...cropYearQuery(id, year), enabled: crop !== null });
  const before = useQuery({ ...cropYearQuery(id, year - 1), enabled: crop !== null && isBeforeShown });
  // All 36 periods change at once: deferred rendering keeps the page responsive.
  const measuredPeriods = useDeferredValue(measured.data?.value.periods);
  const periodsBefore = useDeferredValue(isBeforeShown ? before.data?.value.periods : undefined);
  const shownMeasured = measuredPeriods?.[selected];
  const months = useMemo(() => Array.from({ length: 12 }, (_, at) => periods.slice(at * 3, at * 3 + 3)), [periods]);
  const shown = periods[selected];
  // Below the fold of a phone: rendered after the cards have been painted.
  const isDetailDue = useSlices(1) > 0;
  const running = periods[current];
  return (
    <div className="flex flex-col gap-4">
      {running && (
        <div className="flex flex-col gap-1">
          <p className="text-lg leading-snug font-semibold sm:text-xl">
            {name} {crop ? '지금' : '이맘때'} {running.season}, 밤 최저 {temperatureWords(running.row)}, 낮 최고{' '}
            {temperatureWords(running.high)}, 관수 {waterWords(running)}
          </p>
          <p className="text-ink-soft">
            <ShiftWords crop={crop} ahead={ahead} now={now} />
          </p>
        </div>
      )}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-age text-ink-soft">
        {basisLegend.map(({ sign, label }) => (
          <li key={label}>
            <span aria-hidden>{sign}</span> {label}
          </li>
        ))}
        <li>칸을 누르면 근거가 아래에 나옵니다.</li>
      </ul>
      {crop && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">
            {measured.isError && !measured.data
              ? `${year}년에 우리 농장이 어땠는지는 이 기기에 없습니다. 연결되면 보여 드립니다.`
              : `점선 아래가 ${year}년 우리 농장의 최저 ~ 최고와 관수량입니다.`}
            {isBeforeShown && before.isError && !before.data && ' 작년 기록은 이 기기에 없습니다.'}
          </p>
          <div className="w-full sm:max-w-60">
            <Switch label="작년을 아래에 놓기" value={isBeforeShown} onChange={setIsBeforeShown} />
          </div>
          <DataAgeNote seen={measured.data} now={now} />
        </div>
      )}
      <YearStrip label={`${name} 열두 달 재배표`} first={month - 1}>
        {months.map((three, at) => (
          <MonthCard
            // The months never change their order.
            key={three[0]?.month ?? at}
            month={at + 1}
            periods={three}
            offset={at * 3}
            isChosen={at === month - 1}
            current={Math.floor(current / 3) === at ? current : null}
            selected={Math.floor(selected / 3) === at ? selected : null}
            onSelect={setSelected}
            stop={Math.floor(stop / 3) === at ? stop : null}
            onStop={setStop}
            year={measuredPeriods}
            before={periodsBefore}
            now={now}
          />
        ))}
      </YearStrip>
      {shown && isDetailDue && (
        <PeriodDetail period={shown} sources={sources} isCurrent={selected === current}>
          {shownMeasured && shownMeasured.from < now && (
            <MeasuredDetail measured={shownMeasured} before={periodsBefore?.[selected]} season={shown.season} />
          )}
          {crop && mayWrite && (
            <OwnTargets
              key={selected}
              crop={crop}
              sources={sources}
              periods={periods}
              period={shown}
              index={selected}
            />
          )}
        </PeriodDetail>
      )}
      <p className="text-age text-ink-soft">
        {cultivation} 기준입니다. {about}
      </p>
    </div>
  );
}

type ShiftWordsProps = { crop: ShownCalendar['crop']; ahead: number | null; now: number };

/** The day from which days are counted, and its offset to the calendar's own. */
function ShiftWords({ crop, ahead, now }: ShiftWordsProps) {
  if (!crop) return '달력 날짜로 보여 드립니다. 이 농장에 심은 작물을 고르면 그 발아일부터 셉니다.';
  if (ahead === null || crop.budBreakOn === null) {
    return '올해 발아일을 작물 관리에 적으면 그날부터 세어 보여 드립니다. 지금은 달력 날짜로 봅니다.';
  }
  const began = startOfSeoulDate(crop.budBreakOn);
  const since = `발아일 ${formatDayOfYear(began)}부터 ${Math.floor((now - began) / DAY_MS)}일째`;
  const days = Math.round(Math.abs(ahead) / DAY_MS);
  return days === 0 ? `${since}입니다.` : `${since}, 생육 달력보다 ${days}일 ${ahead > 0 ? '빠릅니다' : '늦습니다'}.`;
}
