import { describe, expect, it } from 'vitest';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { figuresOf, type IssuedHour, mergeHours } from './forecast-day.ts';
import { emptyHour, type HourForecast } from './kma/forecast.ts';

const DAY = startOfSeoulDate('2026-11-22');
const at = (hour: number) => DAY + hour * HOUR_MS;

const village = (hour: number, issued: number, told: Partial<HourForecast>): IssuedHour => ({
  ...emptyHour,
  at: at(hour),
  service: 'getVilageFcst',
  issuedAt: at(issued),
  ...told,
});

describe('hours of several issues', () => {
  it('are those of the newest issue that tells them, and those passed as last forecast', () => {
    const merged = mergeHours([
      village(9, 5, { temperatureC: 8 }),
      village(9, 8, { temperatureC: 9 }),
      village(8, 5, { temperatureC: 7 }),
    ]);
    expect(merged.map(({ temperatureC }) => temperatureC)).toEqual([7, 9]);
  });

  it('take the next hours from the ultra-short forecast, and what it does not tell from the other', () => {
    const ultra: IssuedHour = { ...village(9, 7, { temperatureC: 9.4 }), service: 'getUltraSrtFcst' };
    const merged = mergeHours([village(9, 8, { temperatureC: 11, probabilityPct: 60 }), ultra]);
    expect(merged).toMatchObject([{ temperatureC: 9.4, probabilityPct: 60 }]);
  });

  it('leave out what was observed', () => {
    expect(mergeHours([{ ...village(9, 9, { temperatureC: 8 }), service: 'getUltraSrtNcst' }])).toEqual([]);
  });
});

describe('a day', () => {
  const hours = Array.from({ length: 24 }, (_, hour): HourForecast => {
    const mm = hour >= 15 ? 2 : 0;
    return { ...emptyHour, at: at(hour), temperatureC: 5 + hour / 2, rainMm: { min: mm, max: mm, value: mm } };
  });
  const measured = { min: { value: 2.4, at: at(6.5) }, max: { value: 12.1, at: at(11.25) } };

  it('is measured as far as it has passed, and forecast from then on', () => {
    const rainMm = new Map(Array.from({ length: 12 }, (_, hour) => [at(hour), hour === 9 ? 0.4 : 0]));
    const { max, min, precipitations } = figuresOf({ now: at(12), day: DAY, measured, rainMm, hours });
    expect(min).toEqual({ value: 2.4, time: '06:30', isForecast: false });
    expect(max).toEqual({ value: 16.5, time: '23:00', isForecast: true });
    expect(precipitations.map(({ value }) => value)).toEqual([0, 0, 0, 0.4, 0, 6, 6, 6]);
    expect(precipitations.map(({ isForecast }) => isForecast)).toEqual([
      ...Array(4).fill(false),
      ...Array(4).fill(true),
    ]);
    expect(precipitations[5]?.time).toBe('15:00');
  });

  it('calls rain measured only where the gauge was heard: what stands in for it is forecast', () => {
    const rainMm = new Map(Array.from({ length: 7 }, (_, hour) => [at(hour), 0.1]));
    const { precipitations } = figuresOf({ now: at(18), day: DAY, measured, rainMm, hours });
    const told = precipitations.slice(0, 6).map(({ value, isForecast }) => [value, isForecast]);
    expect(told).toEqual([
      [0.3, false],
      [0.3, false],
      [0.1, true],
      [0, true],
      [0, true],
      [6, true],
    ]);
  });

  it('counts of the running hour what has fallen and the rest of what is forecast', () => {
    const rainMm = new Map([
      [at(15), 3],
      [at(16), 1],
    ]);
    const { precipitations } = figuresOf({ now: at(16.5), day: DAY, measured, rainMm, hours });
    expect(precipitations[5]).toEqual({ time: '15:00', value: 7, isForecast: true });
  });

  it('that lies ahead has the extremes that the service tells for it', () => {
    const ahead = hours.map((hour, index) => (index === 6 ? { ...hour, dayMinC: 3.7 } : hour));
    const given = { now: at(-12), day: DAY, measured: undefined, rainMm: new Map(), hours: ahead };
    expect(figuresOf(given).min).toEqual({ value: 3.7, time: '00:00', isForecast: true });
  });

  it('of which nothing is known says nothing', () => {
    const { max, precipitations } = figuresOf({
      now: at(12),
      day: DAY,
      measured: undefined,
      rainMm: new Map(),
      hours: [],
    });
    expect(max).toEqual({ value: null, time: null, isForecast: true });
    expect(precipitations.every(({ value }) => value === null)).toBe(true);
  });
});
