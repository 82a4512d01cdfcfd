import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo } from 'react';
import { airTargetAt, type Climate, climate } from '#contract/monitor/climate.ts';
import type { Point } from '#contract/series/points.ts';
import { nightsBetween } from '#contract/time/sun.ts';
import { addSeoulDays, HOUR_MS, MINUTE_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDate, formatSpokenTime } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import type { ChartSeries } from '#src/ui/chart/chart-series.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { coldestTonight, dayForecast } from './forecast-days.ts';
import { ForecastHours } from './forecast-hours.tsx';
import { forecastQuery } from './weather-queries.ts';
import { WeatherSources } from './weather-sources.tsx';

/** The village forecast reaches three days ahead. */
const DAYS = 4;

type ForecastPanelProps = {
  farmIndex: number;
  /** A Seoul day, yyyy-MM-dd; undefined: today. */
  date: string | undefined;
  onDate: (date: string | undefined) => void;
  renderFailure: (error: Error, onRetry: () => void, isRetrying: boolean) => ReactNode;
};

/** The next days at a farm: tonight in a sentence, the days, their course, and one of them by the hour. */
export function ForecastPanel({ farmIndex, date, onDate, renderFailure }: ForecastPanelProps) {
  const now = useNow(MINUTE_MS);
  const today = seoulDate(now);
  const dates = Array.from({ length: DAYS }, (_, at) => addSeoulDays(today, at));
  const answers = useQueries({ queries: dates.map((day) => forecastQuery(farmIndex, day)) });
  const told = useQuery(readQuery(climate, { params: { id: farmIndex } })).data?.value;
  const [first] = answers;
  if (!first?.data) {
    if (!first?.isError) return <Skeleton className="h-[40rem]" />;
    return renderFailure(first.error, () => void first.refetch(), first.isFetching);
  }
  const days = dates.map((day, at) => ({ date: day, hours: answers[at]?.data?.value.hours ?? [] }));
  const chosen = days.find((day) => day.date === date) ?? days[0];
  const { source, issuedAt } = first.data.value;
  return (
    <>
      <Card aria-label="요약" className="flex flex-col gap-2">
        <TonightSentence hours={days.flatMap(({ hours }) => hours)} climate={told} now={now} />
        <DataAgeNote seen={first.data} now={now} />
        <WeatherSources forecast={source} issuedAt={issuedAt} now={now} />
      </Card>
      <ForecastChart days={days} />
      <Card aria-label="시간별 예보" className="flex flex-col gap-3">
        <SingleChips
          label="날짜"
          chips={days.map(({ date: day, hours }) => ({
            value: day,
            label: day === today ? '오늘' : formatDate(startOfSeoulDate(day)),
            detail: dayWords(hours),
          }))}
          value={chosen?.date ?? today}
          onChange={(next) => onDate(next === today ? undefined : next)}
        />
        {chosen && (
          <ForecastHours caption={`${formatDate(startOfSeoulDate(chosen.date))} 예보`} hours={chosen.hours} now={now} />
        )}
      </Card>
    </>
  );
}

type TonightProps = { hours: readonly ForecastHour[]; climate: Climate | undefined; now: number };

/** The coldest of the night outside, beside what the houses must not fall below then. */
function TonightSentence({ hours, climate: told, now }: TonightProps) {
  const coldest = coldestTonight(hours, now);
  if (!coldest) return <p className="text-lg font-bold">오늘 밤의 예보가 없습니다.</p>;
  const limits = (told?.houses ?? []).flatMap(({ areaName }) => {
    const lowC = told && airTargetAt(told, areaName, coldest.at)?.lowC;
    return lowC === null || lowC === undefined ? [] : [lowC];
  });
  const limit = limits.length > 0 ? Math.max(...limits) : null;
  const below = limit === null ? 0 : limit - coldest.temperatureC;
  return (
    <>
      <p className="text-lg font-bold">
        오늘 밤 바깥 예상 최저 {formatWithUnit(coldest.temperatureC, '℃', 1)} ({formatSpokenTime(coldest.at)})
      </p>
      {limit !== null && (
        <p>
          하우스 한계 {formatWithUnit(limit, '℃', 1)}
          {below > 0 ? `보다 ${formatWithUnit(below, '℃', 1)} 낮습니다.` : ' 아래로는 내려가지 않을 것으로 보입니다.'}
        </p>
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

function ForecastChart({ days }: { days: readonly { date: string; hours: readonly ForecastHour[] }[] }) {
  const hours = useMemo(() => days.flatMap((day) => day.hours), [days]);
  const begin = startOfSeoulDate(days[0]?.date ?? '1970-01-01');
  const range = useMemo(() => ({ begin, end: begin + 24 * DAYS * HOUR_MS }), [begin]);
  const nights = useMemo(() => nightsBetween(range.begin, range.end), [range]);
  const series = useMemo(() => [line(hours), bars(hours)], [hours]);
  return (
    <Card aria-label="나흘의 예보" className="flex flex-col gap-2">
      <Suspense fallback={<Skeleton className="h-72" />}>
        <TimeChart
          label="나흘의 기온과 강수량 예보"
          series={series}
          nights={nights}
          range={range}
          limits={range}
          plotClassName="h-64 sm:h-80"
        />
      </Suspense>
    </Card>
  );
}

const base = { stepMs: HOUR_MS, decimals: 1, dash: [] } as const;

function line(hours: readonly ForecastHour[]): ChartSeries {
  const points = pointsOf(hours, ({ temperatureC }) => temperatureC);
  return {
    ...base,
    key: 'temperature',
    label: '기온',
    unit: '℃',
    colour: 'temperature',
    kind: 'line',
    gapMs: 4 * HOUR_MS,
    points,
  };
}

function bars(hours: readonly ForecastHour[]): ChartSeries {
  const points = pointsOf(hours, ({ rainMm }) => rainMm?.value ?? null);
  return { ...base, key: 'rain', label: '강수량', unit: 'mm', colour: 'water', kind: 'bars', points };
}

function pointsOf(hours: readonly ForecastHour[], value: (hour: ForecastHour) => number | null): Point[] {
  return hours.flatMap((hour): Point[] => {
    const figure = value(hour);
    return figure === null ? [] : [[Date.parse(hour.at), figure, figure, figure]];
  });
}
