import type { Point } from '#contract/series/points.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';
import type { ChartSeries } from '#src/ui/chart/chart-series.ts';

type Figure = (hour: ForecastHour) => number | null;

const temperature: Figure = ({ temperatureC }) => temperatureC;
const rain: Figure = ({ rainMm }) => rainMm?.value ?? null;

const base = { stepMs: HOUR_MS, decimals: 1, dash: [], kind: 'line', colour: 'temperature' } as const;

/** Style of the temperature; later days have values every third hour only. */
export const forecastLine = { ...base, unit: '℃', gapMs: 4 * HOUR_MS } as const;

/** Whether a forecast hour is over. */
export function isPast({ at }: Pick<ForecastHour, 'at'>, now: number): boolean {
  return Date.parse(at) + HOUR_MS <= now;
}

/** Temperature and rain; past hours, with the last forecast, are pale and grey. */
export function courseSeries(hours: readonly ForecastHour[], now: number): ChartSeries[] {
  const over = hours.filter((hour) => isPast(hour, now));
  const coming = hours.slice(over.length);
  const [next] = coming;
  const bars = { ...base, unit: 'mm', kind: 'bars' } as const;
  // The pale line continues to where the other begins.
  const untilNow = next && over.length > 0 ? [...over, next] : over;
  return [
    { ...forecastLine, key: 'temperature', label: '바깥 기온', points: pointsOf(coming, temperature) },
    {
      ...forecastLine,
      key: 'past temperature',
      label: '지난 기온 예보',
      isPale: true,
      points: pointsOf(untilNow, temperature),
    },
    { ...bars, key: 'rain', label: '강수량', colour: 'water', points: pointsOf(coming, rain) },
    { ...bars, key: 'past rain', label: '지난 강수량 예보', colour: 'fan', points: pointsOf(over, rain) },
  ].filter(({ key, points }) => points.length > 0 || !key.startsWith('past'));
}

/** All hourly forecast values, for a spreadsheet. */
export function forecastColumns(hours: readonly ForecastHour[]): ChartSeries[] {
  const columns: readonly [label: string, unit: string, figure: Figure, decimals: number][] = [
    ['기온', '℃', temperature, 1],
    ['강수 확률', '%', ({ probabilityPct }) => probabilityPct, 0],
    ['강수량', 'mm', rain, 1],
    ['적설', 'cm', ({ snowCm }) => snowCm?.value ?? null, 1],
    ['습도', '%', ({ humidityPct }) => humidityPct, 0],
    ['풍속', 'm/s', ({ windMps }) => windMps, 1],
    ['풍향', '°', ({ windDeg }) => windDeg, 0],
  ];
  return columns.map(([label, unit, figure, decimals]) => ({
    ...base,
    key: label,
    label,
    unit,
    decimals,
    points: pointsOf(hours, figure),
  }));
}

function pointsOf(hours: readonly ForecastHour[], figureOf: Figure): Point[] {
  return hours.flatMap((hour): Point[] => {
    const figure = figureOf(hour);
    return figure === null ? [] : [[Date.parse(hour.at), figure, figure, figure]];
  });
}
