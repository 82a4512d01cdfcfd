import { Suspense, useMemo } from 'react';
import type { Point } from '#contract/series/points.ts';
import { nightsBetween } from '#contract/time/sun.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';
import { Card } from '#src/ui/card.tsx';
import type { ChartSeries } from '#src/ui/chart/chart-series.ts';
import { TimeChart } from '#src/ui/chart/lazy-charts.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import type { NightMark } from './night-mark.ts';

type ForecastChartProps = {
  days: readonly { date: string; hours: readonly ForecastHour[] }[];
  /** The coming night in the house that comes nearest its limit; undefined where nobody can say. */
  mark: NightMark | undefined;
};

/** The course of the days, with tonight in the house and what its trees bear marked over the night. */
export function ForecastChart({ days, mark }: ForecastChartProps) {
  const hours = useMemo(() => days.flatMap((day) => day.hours), [days]);
  const begin = startOfSeoulDate(days[0]?.date ?? '1970-01-01');
  const end = begin + DAY_MS * days.length;
  const range = useMemo(() => ({ begin, end }), [begin, end]);
  const nights = useMemo(() => nightsBetween(range.begin, range.end), [range]);
  const series = useMemo(() => [line(hours), bars(hours), ...(mark ? marksOf(mark) : [])], [hours, mark]);
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
const temperature = { ...base, unit: '℃', kind: 'line', gapMs: 4 * HOUR_MS } as const;

function line(hours: readonly ForecastHour[]): ChartSeries {
  const points = pointsOf(hours, ({ temperatureC }) => temperatureC);
  return { ...temperature, key: 'temperature', label: '바깥 기온', colour: 'temperature', points };
}

function bars(hours: readonly ForecastHour[]): ChartSeries {
  const points = pointsOf(hours, ({ rainMm }) => rainMm?.value ?? null);
  return { ...base, key: 'rain', label: '강수량', unit: 'mm', colour: 'water', kind: 'bars', points };
}

/** Two level lines over the night: how cold it is to become, and how cold it may. */
function marksOf({ areaName, from, to, lowestC, limitC }: NightMark): ChartSeries[] {
  const level = (value: number): Point[] =>
    Array.from({ length: (to - from) / HOUR_MS + 1 }, (_, at) => [from + at * HOUR_MS, value, value, value]);
  return [
    {
      ...{ ...temperature, key: 'expected', label: `${areaName} 예상 최저`, colour: 'soil-temperature' },
      ...{ dash: [8, 4], points: level(lowestC) },
    },
    {
      ...{ ...temperature, key: 'limit', label: `${areaName} 한계`, colour: 'heater' },
      ...{ dash: [2, 4], points: level(limitC) },
    },
  ];
}

function pointsOf(hours: readonly ForecastHour[], value: (hour: ForecastHour) => number | null): Point[] {
  return hours.flatMap((hour): Point[] => {
    const figure = value(hour);
    return figure === null ? [] : [[Date.parse(hour.at), figure, figure, figure]];
  });
}
