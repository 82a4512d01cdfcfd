import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, seoulParts, startOfSeoulDate } from '#contract/time/time.ts';
import { emptyHour } from '../kma/forecast.ts';
import { datesAt, forecastOf, stretchOf } from './stretch.ts';

it('has a coming night and a coming day at any minute, which change at 8:00 of Seoul and not before', () => {
  const from = startOfSeoulDate('2026-03-07');
  for (let at = from; at < from + 3 * DAY_MS; at += 7 * MINUTE_MS) {
    const { night, day } = datesAt(at);
    const ahead = stretchOf('night', night);
    expect(at).toBeLessThan(ahead.to);
    expect(ahead.to - at).toBeLessThanOrEqual(DAY_MS);
    expect(stretchOf('day', day).from).toBe(ahead.to);
    expect([seoulParts(ahead.from).hour, seoulParts(ahead.to).hour]).toEqual([18, 8]);
  }
});

it('takes the extreme of its own hours alone, and none of too few', () => {
  const { from, to } = stretchOf('night', '2026-11-21');
  const hourAt = (at: number, temperatureC: number | null) => ({ ...emptyHour, at, temperatureC });
  const hours = Array.from({ length: 24 }, (_, at) => from + (at - 5) * HOUR_MS).map((at) =>
    hourAt(at, at < from || at >= to ? -20 : 3 + (at - from) / HOUR_MS),
  );
  expect(forecastOf('night', '2026-11-21', hours)).toEqual({ extremeC: 3, windMps: 2, sky: 3 });
  expect(forecastOf('night', '2026-11-21', hours.slice(0, 14))).toBeNull();
  expect(forecastOf('night', '2026-11-21', hours.slice(0, 15))).not.toBeNull();
  expect(forecastOf('day', '2026-11-21', hours)).toBeNull();
});
