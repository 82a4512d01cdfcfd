import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { MINUTE_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { nightOnAt, type Outlook, outlook } from '#contract/weather/outlook.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDate, formatSpokenTime } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { OneRow } from '#src/ui/one-row.tsx';
import { ForecastChart } from './forecast-chart.tsx';
import { coldestBetween, coldestTonight, dayForecast } from './forecast-days.ts';
import { ForecastHours } from './forecast-hours.tsx';
import { HouseNights } from './house-nights.tsx';
import { nightMarkOf } from './night-mark.ts';
import { forecastDates, forecastQuery } from './weather-queries.ts';
import { WeatherSources } from './weather-sources.tsx';

type ForecastPanelProps = {
  farm: { index: number; farmName: string };
  /** A Seoul day, yyyy-MM-dd; undefined: today. */
  date: string | undefined;
  onDate: (date: string | undefined) => void;
  /** A link to set the farm's position; nothing for users who may not. */
  stationLink: ReactNode;
  renderFailure: (error: Error, onRetry: () => void, isRetrying: boolean) => ReactNode;
};

/** The forecast for a farm: tonight in a sentence, the days, the chart, and one day by the hour. */
export function ForecastPanel({ farm, date, onDate, stationLink, renderFailure }: ForecastPanelProps) {
  const now = useNow(MINUTE_MS);
  const agesTo = useAgesTo();
  const today = seoulDate(now);
  const dates = forecastDates(now);
  const answers = useQueries({ queries: dates.map((day) => forecastQuery(farm.index, day)) });
  const outlookAnswer = useQuery(readQuery(outlook, { params: { farmIndex: farm.index } }));
  const shownOutlook = outlookAnswer.data?.value;
  const mark = useMemo(() => nightMarkOf(shownOutlook, now), [shownOutlook, now]);
  const [first, second] = answers;
  // All that the sentence and the houses are made of, because a later answer would push down what is already read.
  if (!first || first.isPending || second?.isPending || outlookAnswer.isPending) return <Skeleton className="h-dvh" />;
  if (!first.data) return renderFailure(first.error, () => void first.refetch(), first.isFetching);
  const days = dates.map((day, at) => ({ date: day, hours: answers[at]?.data?.value.hours ?? [] }));
  const chosen = days.find((day) => day.date === date) ?? days[0];
  const hours = days.flatMap((day) => day.hours);
  const { source, issuedAt } = first.data.value;
  if (source.name === null && hours.length === 0) {
    return (
      <Card>
        <EmptyState title="예보를 알려면 농장의 위치가 필요합니다" action={stationLink}>
          농장 정보에 위치를 넣으면 앞으로 나흘의 예보와 오늘 밤 하우스의 예상 최저를 알려 드립니다.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Card className="flex flex-col gap-2">
        <TonightSentence hours={hours} outlook={shownOutlook} now={now} />
        {shownOutlook && <HouseNights outlook={shownOutlook} now={now} />}
        <DataAgeNote seen={first.data} now={agesTo} />
        <WeatherSources forecast={source} issuedAt={issuedAt} now={agesTo} />
      </Card>
      {hours.length > 0 && (
        <ForecastChart
          source={source.isSimulated ? `${farm.farmName} (모의 데이터)` : farm.farmName}
          from={today}
          hours={hours}
          now={now}
          mark={mark}
        />
      )}
      <Card aria-label="시간별 예보" className="flex flex-col gap-3">
        <OneRow>
          <SingleChips
            label="날짜"
            chips={days.map(({ date: day, hours: ofDay }) => ({
              value: day,
              label: day === today ? '오늘' : formatDate(startOfSeoulDate(day)),
              detail: dayWords(ofDay),
            }))}
            value={chosen?.date ?? today}
            onChange={(next) => onDate(next === today ? undefined : next)}
          />
        </OneRow>
        {chosen && (
          <ForecastHours
            key={chosen.date}
            caption={`${formatDate(startOfSeoulDate(chosen.date))} 예보`}
            hours={chosen.hours}
            mark={mark}
            coldestAt={mark && coldestBetween(hours, mark)?.at}
            now={now}
          />
        )}
      </Card>
    </>
  );
}

type TonightProps = { hours: readonly ForecastHour[]; outlook: Outlook | undefined; now: number };

/** The minimum outside tonight, and the accuracy of such forecasts at the farm's station. */
function TonightSentence({ hours, outlook: shownOutlook, now }: TonightProps) {
  const coldest = coldestTonight(hours, now);
  if (!coldest) return <p className="text-lg font-bold">오늘 밤의 예보가 없습니다.</p>;
  const correctedC = shownOutlook?.nightOn === nightOnAt(now) ? shownOutlook.night?.correctedC : null;
  return (
    <>
      <p className="text-lg font-bold">
        오늘 밤 바깥 예상 최저 {formatWithUnit(coldest.temperatureC, '℃', 1)}{' '}
        <span className="whitespace-nowrap">({formatSpokenTime(coldest.at)})</span>
      </p>
      {correctedC !== null && correctedC !== undefined && (
        <p>지난 예보가 빗나간 만큼 바로잡으면 관측소에서는 {formatWithUnit(correctedC, '℃', 1)}입니다.</p>
      )}
    </>
  );
}

/** '4–13 ℃ · 비 5.5 mm' */
function dayWords(hours: readonly ForecastHour[]): string {
  const { minC, maxC, rainMm } = dayForecast(hours);
  const air = minC === null ? '-' : `${formatNumber(minC, 0)}–${formatNumber(maxC, 0)} ℃`;
  return rainMm !== null && rainMm > 0 ? `${air} · ${formatNumber(rainMm, 1)} mm` : air;
}
