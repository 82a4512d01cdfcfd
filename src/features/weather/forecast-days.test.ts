import { describe, expect, it } from 'vitest';
import type { ForecastHour } from '#contract/weather/weather.ts';
import { coldestTonight, dayForecast } from './forecast-days.ts';

const seoul = (text: string) => Date.parse(`${text}+09:00`);

const hour = (time: string, told: Partial<ForecastHour>): ForecastHour => ({
  at: new Date(seoul(time)).toISOString(),
  temperatureC: null,
  humidityPct: null,
  sky: null,
  precipitationType: null,
  probabilityPct: null,
  rainMm: null,
  snowCm: null,
  windMps: null,
  windDeg: null,
  ...told,
});
const rain = (value: number) => ({ min: value, max: value, value });

describe('dayForecast', () => {
  it('takes extremes, sums rain, and names what falls most', () => {
    const day = dayForecast([
      hour('2026-11-22T06:00', { temperatureC: 4, probabilityPct: 20, precipitationType: 0, rainMm: rain(0) }),
      hour('2026-11-22T12:00', { temperatureC: 13, probabilityPct: 60, precipitationType: 1, rainMm: rain(1.5) }),
      hour('2026-11-22T15:00', { temperatureC: 12, precipitationType: 4, rainMm: rain(4) }),
    ]);
    expect(day).toEqual({ minC: 4, maxC: 13, rainMm: 5.5, probabilityPct: 60, precipitationType: 4 });
  });

  it('knows nothing of what no hour tells', () => {
    const nothing = { minC: null, maxC: null, rainMm: null, probabilityPct: null, precipitationType: null };
    expect(dayForecast([])).toEqual(nothing);
    expect(dayForecast([hour('2026-11-22T06:00', {})])).toEqual(nothing);
  });
});

describe('coldestTonight', () => {
  const hours = [
    hour('2026-11-22T05:00', { temperatureC: 1 }),
    hour('2026-11-22T12:00', { temperatureC: 0 }),
    hour('2026-11-22T22:00', { temperatureC: 6 }),
    hour('2026-11-23T05:00', { temperatureC: 3 }),
    hour('2026-11-24T05:00', { temperatureC: -2 }),
  ];

  it('looks by day at the night to come, by night at what is left of it', () => {
    expect(coldestTonight(hours, seoul('2026-11-22T15:00'))).toEqual({
      at: seoul('2026-11-23T05:00'),
      temperatureC: 3,
    });
    expect(coldestTonight(hours, seoul('2026-11-22T04:30'))).toEqual({
      at: seoul('2026-11-22T05:00'),
      temperatureC: 1,
    });
    expect(coldestTonight(hours.slice(0, 2), seoul('2026-11-22T15:00'))).toBeUndefined();
  });

  it('ends at 8:00 as the night of the houses does, whenever the sun rises', () => {
    const morning = [
      hour('2026-06-22T07:00', { temperatureC: 18 }),
      hour('2026-06-22T08:00', { temperatureC: 12 }),
      hour('2026-06-23T05:00', { temperatureC: 15 }),
    ];
    expect(coldestTonight(morning, seoul('2026-06-22T07:40'))?.temperatureC).toBe(18);
    expect(coldestTonight(morning, seoul('2026-06-22T08:00'))?.temperatureC).toBe(15);
  });
});
