import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contract/time/time.ts';
import type { ForecastHour } from '#contract/weather/weather.ts';
import { courseSeries, forecastColumns } from './forecast-series.tsx';

const NOON = Date.parse('2026-11-21T12:00+09:00');

const hour = (from: number, temperatureC: number | null): ForecastHour => ({
  at: new Date(NOON + from * HOUR_MS).toISOString(),
  temperatureC,
  humidityPct: 60,
  sky: 1,
  precipitationType: 0,
  probabilityPct: 30,
  rainMm: { min: 1, max: 1, value: 1 },
  snowCm: null,
  windMps: 2,
  windDeg: 270,
});
const hours = [hour(-2, 8), hour(-1, 9), hour(0, 10), hour(1, 11)];
const hoursOf = (key: string, now: number) =>
  courseSeries(hours, now)
    .find((one) => one.key === key)
    ?.points.map(([at]) => (at - NOON) / HOUR_MS);

describe('the course of a forecast', () => {
  it('tells the hours that are over from those to come, the running one among these', () => {
    const now = NOON + HOUR_MS / 2;
    expect(hoursOf('temperature', now)).toEqual([0, 1]);
    expect(hoursOf('rain', now)).toEqual([0, 1]);
    expect(hoursOf('past rain', now)).toEqual([-2, -1]);
    // The pale line continues to the other's first point.
    expect(hoursOf('past temperature', now)).toEqual([-2, -1, 0]);
  });

  it('says nothing of the past where nothing is over', () => {
    expect(courseSeries(hours, NOON - 2 * HOUR_MS).map(({ key }) => key)).toEqual(['temperature', 'rain']);
  });
});

it('a spreadsheet has every figure of the forecast, and none where it tells none', () => {
  const columns = forecastColumns([hour(0, null)]);
  expect(columns.map(({ label, unit, points }) => [label, unit, points[0]?.[2]])).toEqual([
    ['기온', '℃', undefined],
    ['강수 확률', '%', 30],
    ['강수량', 'mm', 1],
    ['적설', 'cm', undefined],
    ['습도', '%', 60],
    ['풍속', 'm/s', 2],
    ['풍향', '°', 270],
  ]);
});
