import { useMemo, useState } from 'react';
import type { Point } from '#contract/series/points.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';
import { FORECAST_DAYS } from '#contract/weather/weather.ts';
import { Card } from '#src/ui/card.tsx';
import type { ChartSeries, TimeChartHandle } from '#src/ui/chart/chart-series.ts';
import { ExportButtons } from '#src/ui/chart/export/export-buttons.tsx';
import { RecordChart } from '#src/ui/chart/record-chart.tsx';
import { courseSeries, forecastColumns, forecastLine, isPast } from './forecast-series.tsx';
import type { NightMark } from './night-mark.ts';

type ForecastChartProps = {
  /** The place of the forecast, for exported files. */
  source: string;
  /** The first Seoul day, yyyy-MM-dd. */
  from: string;
  hours: readonly ForecastHour[];
  now: number;
  /** The coming night of the house closest to its limit; undefined if unknown. */
  mark: NightMark | undefined;
};

/** The forecast of the next days, with tonight's house forecast and its limit marked over the night, and exports. */
export function ForecastChart({ source, from, hours, now, mark }: ForecastChartProps) {
  const [chart, setChart] = useState<TimeChartHandle | null>(null);
  const begin = startOfSeoulDate(from);
  const range = useMemo(() => ({ begin, end: begin + FORECAST_DAYS * DAY_MS }), [begin]);
  const series = useMemo(() => [...courseSeries(hours, now), ...(mark ? marksOf(mark) : [])], [hours, now, mark]);
  return (
    <Card aria-label="나흘의 예보" className="flex flex-col gap-3">
      <RecordChart
        label="나흘의 기온과 강수량 예보"
        series={series}
        range={range}
        limits={range}
        onReady={setChart}
        plotClassName="h-64 sm:h-80"
      />
      {hours.some((hour) => isPast(hour, now)) && (
        <p className="text-age text-ink-soft">흐린 선과 회색 막대는 이미 지난 시간의 예보입니다. 잰 값이 아닙니다.</p>
      )}
      {hours.length > 0 && (
        <ExportButtons
          farmName={`${source} 예보`}
          title={`${source} 예보`}
          series={forecastColumns(hours)}
          shown={range}
          chart={chart}
        />
      )}
    </Card>
  );
}

/** Two horizontal lines over the night: the forecast minimum, and the limit. */
function marksOf({ areaName, from, to, lowestC, limitC }: NightMark): ChartSeries[] {
  const level = (value: number): Point[] =>
    Array.from({ length: (to - from) / HOUR_MS + 1 }, (_, at) => [from + at * HOUR_MS, value, value, value]);
  return [
    {
      ...forecastLine,
      key: 'expected',
      label: `${areaName} 예상 최저`,
      colour: 'soil-temperature',
      dash: [8, 4],
      points: level(lowestC),
    },
    {
      ...forecastLine,
      key: 'limit',
      label: `${areaName} 한계`,
      colour: 'heater',
      dash: [2, 4],
      points: level(limitC),
    },
  ];
}
